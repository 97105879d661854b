// Which free block malloc gives is one choice of many.
// LEDGER: heap-reuse
// COMPLETE: yes
// SAYS: malloc may reuse any freed block
#include <stdlib.h>

#include "threads.h"

static void* use(void* unused) {
  int* number = malloc(sizeof *number);
  *number = 1;
  free(number);
  number = malloc(sizeof *number);
  free(number);
  return unused;
}

int main(void) {
  run_both(use, use);
  return 0;
}
