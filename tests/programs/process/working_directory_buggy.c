// Two threads change the working directory, and one of them is surprised.
// FAILS: assertion
// RESET: fork
#define _GNU_SOURCE
#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

static void* leave(void* unused) {
  assert(chdir("/") == 0);
  return unused;
}

int main(void) {
  assert(chdir("/usr") == 0);
  pthread_t thread;
  pthread_create(&thread, NULL, leave, NULL);
  char path[PATH_MAX];
  sleep(0);
  assert(getcwd(path, sizeof path) != NULL && strcmp(path, "/usr") == 0);  // REPORTED
  pthread_join(thread, NULL);
  return 0;
}
