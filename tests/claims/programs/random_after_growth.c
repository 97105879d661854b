// Random schedules are made anew when memory turns out to be shared: still as many as were asked for, and it is said
// why there were more executions.
// HUNT: --strategy=random --seed=1 --executions=25 --detectors=none
// EXECUTIONS: 25
// COMPLETE: no
// SAYS: covered: 25 random schedules
// SAYS: 25 of them are the schedules above; 1 ran before heddle had seen all shared memory (not counted)
// count
#include "threads.h"

static int shared;

static void* add(void* unused) {
  ++shared;
  return unused;
}

int main(void) { run_both(add, add); }
