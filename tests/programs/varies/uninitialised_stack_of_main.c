// The same on main's stack, in every pass of a test loop.
// VARIES: uninitialised_stack_of_main.c:16
// VARIES: uninitialised
// FLAGS: -O0 -Wno-uninitialized
#include <heddle/heddle.h>
#include <pthread.h>

static int even;
static int odd;

// Much of it lies below what the calls in main leave on the stack.
static void write_one(void) {
  volatile int array[1024];
  int sum = 0;
  for (int i = 0; i < 256; ++i) sum += array[i] & 1;
  sum % 2 ? ++odd : ++even;
}

static void (*volatile call)(void) = write_one;  // its frame is its own

static void* count(void* unused) {
  ++even;
  return unused;
}

int main(void) {
  do {
    heddle_start();
    even = odd = 0;
    call();
    pthread_t thread;
    pthread_create(&thread, NULL, count, NULL);
    pthread_join(thread, NULL);
  } while (heddle_restart());
  return 0;
}
