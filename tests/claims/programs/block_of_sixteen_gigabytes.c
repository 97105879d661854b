// A block that is larger than memory costs what is used of it; what lies around it is watched.
// HUNT: --time=10s
// FINDINGS: 1
// COMPLETE: yes
// LEDGER: none
// SAYS: heap overflow on block[]
#include <pthread.h>
#include <stdlib.h>

#include "threads.h"

static char* block;
static const size_t size = (size_t)16 << 30U;

static void* first(void* unused) {
  block[0] = 1;
  block[size - 1] = 1;
  return unused;
}

static void* second(void* unused) {
#ifdef INSIDE
  block[size / 2] = 1;
#else
  block[size] = 1;
#endif
  return unused;
}

int main(void) {
  block = calloc(size, 1);
  if (block == NULL) return 1;
  if (block[0] != 0 || block[4096] != 0 || block[size - 1] != 0) return 2;
  run_both(first, second);
  free(block);
  return 0;
}
