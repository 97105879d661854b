// A loop of system calls has no steps either, and is cut.
// HUNT: --steps=1000
// COMPLETE: no
// LEDGER: step-limit
// SAYS: one was cut after 1,000 steps
#include <unistd.h>

#include "threads.h"

static void* prints(void* unused) {
  while (write(STDOUT_FILENO, "again\n", 6) == 6) {
#ifdef ONCE
    break;
#endif
  }
  return unused;
}

int main(void) {
  run_both(prints, prints);
  return 0;
}
