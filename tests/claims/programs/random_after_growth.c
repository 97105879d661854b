// Random schedules are made anew when memory turns out to be shared: still as many as were asked for, and it is said
// why there were more executions.
// HUNT: --strategy=random --seed=1 --executions=25 --detectors=none
// EXECUTIONS: 25
// COMPLETE: no
// SAYS: covered: 25 random schedules
// SAYS: 25 of them made the schedules above; 1 came before heddle had seen all memory that threads share: they do not
// count
#include "threads.h"

static int shared;

static void* add(void* unused) {
  ++shared;
  return unused;
}

int main(void) { run_both(add, add); }
