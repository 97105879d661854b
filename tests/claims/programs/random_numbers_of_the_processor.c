// What the processor's random numbers decide varies: it is explored, but nothing is complete.
// FLAGS: -mrdrnd
// HUNT: --bound=1
// LEDGER: varies
// COMPLETE: no
// SAYS: the program does not always do the same under the same schedule: event
// SAYS: lock at
#include <immintrin.h>
#include <pthread.h>

#include "threads.h"

static int drawn(void) {
  unsigned long long value = 0;
  return _rdrand64_step(&value) != 0 ? (int)(value % 64) : 0;
}

static int counts[64];
static pthread_mutex_t mutexes[64];
static int taken;

static void* count(void* unused) {
  pthread_mutex_lock(&mutexes[taken]);
  ++counts[taken];
  pthread_mutex_unlock(&mutexes[taken]);
  return unused;
}

int main(void) {
  taken = drawn();
  run_both(count, count);
  return 0;
}
