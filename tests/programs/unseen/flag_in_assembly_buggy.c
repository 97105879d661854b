// A thread that waits in assembly for a flag goes on too early: the flag is set before what it announces.
// FAILS: assertion message == 1
// UNSEEN: waits
#include <assert.h>
#include <pthread.h>

#include "waits.h"

static int ready;
static int message;

static void* consumer(void* unused) {
  (void)unused;
  wait_until_set(&ready);
  assert(message == 1);  // REPORTED
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, consumer, NULL);
  message = -1;
  set(&ready);
  message = 1;
  pthread_join(thread, NULL);
  return 0;
}
