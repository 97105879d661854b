// abort with a mutex held, and another thread waiting for it, ends the run.
// FAILS: crash abort
#include <stdlib.h>

#include "lost_update.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* wait_for_the_mutex(void* unused) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void fail(void) {
  pthread_mutex_lock(&mutex);
  pthread_t waiter;
  pthread_create(&waiter, NULL, wait_for_the_mutex, NULL);
  abort();  // REPORTED
}

int main(void) {
  add_with_two_threads(fail);
  return 0;
}
