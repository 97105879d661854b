// system() runs a command and gives its exit status; threads may do it side by side.
// CHECK: passes
// RUNS: 40
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>

static void* run(void* unused) {
  int status = system("exit 7");
  assert(WIFEXITED(status) && WEXITSTATUS(status) == 7);
  return unused;
}

int main(void) {
  pthread_t thread;
  assert(pthread_create(&thread, NULL, run, NULL) == 0);
  assert(system("true") == 0);
  assert(pthread_join(thread, NULL) == 0);
  int status = system("kill -9 $$");
  assert(WIFSIGNALED(status) && WTERMSIG(status) == 9);
  return 0;
}
