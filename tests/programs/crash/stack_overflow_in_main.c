// Recursion without end in main ends the run when the main stack is full.
// FAILS: crash stack overflow
#include <pthread.h>

static volatile int limit = -1;
static int counter;

__attribute__((noinline)) static int dive(int depth) {
  volatile char frame[4096];
  frame[0] = (char)depth;
  if (depth == limit) return 0;
  return dive(depth + 1) + frame[0];
}

static void* add(void* unused) {
  int seen = counter;
  counter = seen + 1;
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, add, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  if (counter != 2) dive(0);
  return 0;
}
