// The same, once.
// FLAGS: -DONCE
// COMPLETE: yes
// LEDGER: none
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
