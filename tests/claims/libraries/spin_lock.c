// A lock of one word, for which others wait by asking again.
#include <sched.h>
#include <stdatomic.h>

static atomic_int taken;

void enter(void) {
  while (atomic_exchange(&taken, 1) != 0) {
    sched_yield();
  }
}

void leave(void) { atomic_store(&taken, 0); }
