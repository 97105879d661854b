// None of 20,000 values fails: complete after every one of them.
// HUNT: --bound=0 --detectors=none
// COMPLETE: yes
// LEDGER: none
#include <assert.h>
#include <heddle/heddle.h>

#include "threads.h"

static void* nothing(void* unused) { return unused; }

int main(void) {
  assert(heddle_choose(20000) != 20000);
  run_both(nothing, nothing);
  return 0;
}
