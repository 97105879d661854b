// A lock that is taken in the order in which it was asked for.
#include <sched.h>
#include <stdatomic.h>

static atomic_uint next;
static atomic_uint served;

void enter(void) {
  const unsigned ticket = atomic_fetch_add(&next, 1);
  while (atomic_load(&served) != ticket) {
    sched_yield();
  }
}

void leave(void) { atomic_fetch_add(&served, 1); }
