// The master frees the task, when it has looked at it.
// CHECK: passes
// TSAN: silent
#include <pthread.h>
#include <stdlib.h>

struct task {
  int result;
};

static volatile int seen;

static void* work(void* argument) {
  struct task* task = argument;
  task->result = 42;
  return NULL;
}

int main(void) {
  struct task* task = malloc(sizeof *task);
  pthread_t worker;
  pthread_create(&worker, NULL, work, task);
  pthread_join(worker, NULL);
  seen = task->result;
  free(task);
  return 0;
}
