// The worker frees its task, and the master looks at it once more.
// FAILS: use-after-free
// TSAN: heap-use-after-free
#include <pthread.h>
#include <stdlib.h>

struct task {
  int result;
};

static volatile int seen;

static void* work(void* argument) {
  struct task* task = argument;
  task->result = 42;
  free(task);
  return NULL;
}

int main(void) {
  struct task* task = malloc(sizeof *task);
  pthread_t worker;
  pthread_create(&worker, NULL, work, task);
  pthread_join(worker, NULL);
  seen = task->result;  // REPORTED
  return 0;
}
