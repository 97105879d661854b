// The schedules of the races of one execution need more room than there is. It does not count, since heddle did not know
// yet what threads share; in the next one those left out are found again, and nothing is lost.
// HUNT: --strategy=random --steps=4000000 --executions=1 --all --time=60 --after-race=0 --detectors=hb --quiet
// LEDGER: none
// COMPLETE: no
// FINDINGS: 20
// SLOW: schedules of 300,000 switches
#include <pthread.h>
#include <stdatomic.h>

#include "threads.h"

static atomic_int steps;
static int c[20];

static void* work(void* unused) {
  for (int i = 0; i < 300000; ++i) ++steps;
  // Each line is a place of its own.
  ++c[0];
  ++c[1];
  ++c[2];
  ++c[3];
  ++c[4];
  ++c[5];
  ++c[6];
  ++c[7];
  ++c[8];
  ++c[9];
  ++c[10];
  ++c[11];
  ++c[12];
  ++c[13];
  ++c[14];
  ++c[15];
  ++c[16];
  ++c[17];
  ++c[18];
  ++c[19];
  return unused;
}

int main(void) {
  run_both(work, work);
  return 0;
}
