// In the test loop: a child in every pass, with the same number.
// CHECK: passes
// LOOP: safe
// RUNS: 50
#define _GNU_SOURCE
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static int cells[16];

static void* work(void* unused) {
  pid_t child = fork();
  if (child == 0) _exit(cells[0] + 5);
  int status;
  assert(waitpid(child, &status, 0) == child && WEXITSTATUS(status) == 5);
  cells[1 + child % 8] = 1;
  return unused;
}

int main(void) {
  do {
    heddle_start();
    pthread_t thread;
    assert(pthread_create(&thread, NULL, work, NULL) == 0);
    work(NULL);
    assert(pthread_join(thread, NULL) == 0);
  } while (heddle_restart());
  return 0;
}
