// One of 20,000 values fails, and it is found.
// HUNT: --strategy=dfs
// FINDINGS: 1
// COMPLETE: no
#include <assert.h>
#include <heddle/heddle.h>

#include "threads.h"

static void* nothing(void* unused) { return unused; }

int main(void) {
  assert(heddle_choose(20000) != 17000);
  run_both(nothing, nothing);
  return 0;
}
