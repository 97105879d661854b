// A thread changes the working directory, which the next execution finds as it was.
// CHECK: passes
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
  char path[PATH_MAX];
  assert(getcwd(path, sizeof path) != NULL && strcmp(path, "/") != 0);
  pthread_t thread;
  pthread_create(&thread, NULL, leave, NULL);
  pthread_join(thread, NULL);
  assert(getcwd(path, sizeof path) != NULL && strcmp(path, "/") == 0);
  return 0;
}
