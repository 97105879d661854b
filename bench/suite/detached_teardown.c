// A detached thread checks that it may go on, and uses the log when main has already torn it down.
// FINDS: assertion log->state == OPEN
// PREEMPTIONS: 1
// FIXED: main waits for the thread's last word before it tears the log down, not after
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

enum state { CLOSED, OPEN };

struct log {
  enum state state;
};

static sem_t started;
static sem_t finished;
static atomic_bool stop;

static void* work(void* argument) {
  struct log* log = argument;
  sem_post(&started);
  if (!stop) {
    assert(log->state == OPEN);  // REPORTED
  }
  sem_post(&finished);
  return NULL;
}

int main(void) {
  sem_init(&started, 0, 0);
  sem_init(&finished, 0, 0);
  struct log* log = malloc(sizeof *log);
  log->state = OPEN;
  pthread_t thread;
  pthread_create(&thread, NULL, work, log);
  pthread_detach(thread);
  sem_wait(&started);

  stop = true;
#ifdef FIXED
  sem_wait(&finished);
#endif
  log->state = CLOSED;
  free(log);
#ifndef FIXED
  sem_wait(&finished);
#endif
  return 0;
}
