// The same where nothing but an atomic is shared, which is known from the beginning.
// HUNT: --strategy=random --seed=1 --executions=25 --detectors=none
// EXECUTIONS: 25
// COMPLETE: no
// SAYS: 25 of them are the schedules above;
// NEVER: ran before heddle had seen all shared memory
#include <stdatomic.h>

#include "threads.h"

static atomic_int shared;

static void* add(void* unused) {
  ++shared;
  return unused;
}

int main(void) { run_both(add, add); }
