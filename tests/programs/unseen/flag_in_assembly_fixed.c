// A thread that waits in assembly for a flag goes on when another has set it, behind what it announces.
// CHECK: passes
// UNSEEN: waits
#include <assert.h>
#include <pthread.h>

#include "waits.h"

static int ready;
static int message;

static void* consumer(void* unused) {
  (void)unused;
  wait_until_set(&ready);
  assert(message == 1);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, consumer, NULL);
  message = -1;
  message = 1;
  set(&ready);
  pthread_join(thread, NULL);
  return 0;
}
