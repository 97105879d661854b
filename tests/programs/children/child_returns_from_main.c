// A child may end by returning from main, or from the function of the thread that has forked; exit handlers run.
// CHECK: passes
// RUNS: 50
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static int ends[2];

static void at_exit(void) { (void)!write(ends[1], "x", 1); }

static void* work(void* unused) {
  pid_t child = fork();
  if (child == 0) return unused;
  int status;
  assert(waitpid(child, &status, 0) == child && status == 0);
  return unused;
}

int main(void) {
  assert(pipe(ends) == 0 && atexit(at_exit) == 0);
  pthread_t thread;
  assert(pthread_create(&thread, NULL, work, NULL) == 0 && pthread_join(thread, NULL) == 0);
  pid_t child = fork();
  if (child == 0) return 4;
  int status;
  assert(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 4);
  char text[4];
  assert(read(ends[0], text, sizeof text) == 2 && text[0] == 'x' && text[1] == 'x');
  return 0;
}
