// One that only looks is not.
// HUNT: --steps=100000 --bound=1
// LEDGER: none
// COMPLETE: yes
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>

#include "threads.h"

static atomic_int ready;
static int rounds;

static void* wait(void* unused) {
  heddle_atomic_begin();
  rounds += ready;
  heddle_atomic_end();
  return unused;
}

static void* tell(void* unused) {
  ready = 1;
  return unused;
}

int main(void) {
  run_both(wait, tell);
  return 0;
}
