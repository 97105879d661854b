// A loop in registers, in which heddle sees nothing: cut after a time, and what happened before it is a finding.
// HUNT: --time=10s --hang-timeout=0.4 --all
// FINDINGS: 1
// COMPLETE: no
// LEDGER: stuck unseen-wait
// SAYS: data race on shared
// SAYS: cut where heddle observed no more activity
#include <pthread.h>

#include "threads.h"

static int shared;

static void* first(void* unused) {
  shared = 1;
  for (volatile unsigned round = 0;; ++round) {
  }
  return unused;
}

static void* second(void* unused) {
  shared = 2;
  return unused;
}

int main(void) {
  run_both(first, second);
  return 0;
}
