// The processor's time stamp counter is beyond heddle's control: what depends on it varies.
// VARIES: time_stamp_counter.c:11
#include <pthread.h>
#include <x86intrin.h>

static int even;
static int odd;

static void* count(void* unused) {
  for (int i = 0; i < 20; ++i) {
    __rdtsc() >> 5 & 1 ? ++odd : ++even;
  }
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, count, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  return 0;
}
