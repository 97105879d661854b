// A program that reads the clock now and then sees hardly any time pass.
// HUNT: --bound=1
// LEDGER: none
// COMPLETE: yes
#include <assert.h>
#include <pthread.h>
#include <time.h>

#include "threads.h"

static void* measure(void* unused) {
  struct timespec begin;
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &begin);
  for (int i = 0; i < 20; ++i) {
    clock_gettime(CLOCK_MONOTONIC, &now);
  }
  assert((now.tv_sec - begin.tv_sec) * 1000000000 + now.tv_nsec - begin.tv_nsec < 1000);
  return unused;
}

int main(void) {
  run_both(measure, measure);
  return 0;
}
