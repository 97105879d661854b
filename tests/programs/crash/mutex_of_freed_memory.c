// A thread locks a mutex whose address it takes from freed memory: no address at all.
// FAILS: crash SIGSEGV
#include <stdint.h>

#include "lost_update.h"

static void fail(void) {
  volatile uintptr_t freed = 0xfdfdfdfdfdfdfdfd;  // as freed memory is filled
  pthread_mutex_lock((pthread_mutex_t*)freed);    // REPORTED
}

int main(void) {
  add_with_two_threads(fail);
  return 0;
}
