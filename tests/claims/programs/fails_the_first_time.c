// It fails only while a file is not there yet, so nobody could replay that: it is no finding, and said.
// LEDGER: unrepeated
// COMPLETE: no
// SAYS: 1 finding dropped: it did not happen again in a fresh process
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>

#include "threads.h"

static void* nothing(void* unused) { return unused; }

int main(void) {
  int file = open("there", O_WRONLY | O_CREAT | O_EXCL, 0600);
  run_both(nothing, nothing);
  assert(file < 0);
  return 0;
}
