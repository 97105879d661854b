// The processor's random numbers are beyond heddle's control.
// NEEDS: rdrand
// VARIES: random_numbers_of_the_processor.c:16
// FLAGS: -mrdrnd
#include <immintrin.h>
#include <pthread.h>

static int even;
static int odd;

static void* count(void* unused) {
  for (int i = 0; i < 20; ++i) {
    unsigned number = 0;
    while (_rdrand32_step(&number) == 0) {
    }
    number & 1 ? ++odd : ++even;
  }
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, count, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  return 0;
}
