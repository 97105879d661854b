// A local array that nobody wrote decides which variable is written.
// VARIES: uninitialised_stack_writes.c:14
// VARIES: uninitialised
// FLAGS: -O0 -Wno-uninitialized
#include <pthread.h>

static int even;
static int odd;

static void write_one(void) {
  volatile int array[1024];
  int sum = 0;
  for (int i = 0; i < 1024; ++i) sum += array[i] & 1;
  sum % 2 ? ++odd : ++even;
}

static void* count(void* unused) {
  write_one();
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, count, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  return 0;
}
