// It fails whether or not the file is there.
// LEDGER: none
// FINDINGS: 1
// NEVER: dropped
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>

#include "threads.h"

static void* nothing(void* unused) { return unused; }

int main(void) {
  int file = open("there", O_WRONLY | O_CREAT | O_TRUNC, 0600);
  run_both(nothing, nothing);
  assert(file < 0);
  return 0;
}
