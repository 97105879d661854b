// Code that is not instrumented runs without being interrupted, and that is said where there is such code.
// UNSEEN: adds.c
// LEDGER: uninstrumented
// COMPLETE: yes
// SAYS: code that is not instrumented
#include <pthread.h>

#include "threads.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int sum;

extern int add_one(int number);

static void* add(void* unused) {
  pthread_mutex_lock(&mutex);
  sum = add_one(sum);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  run_both(add, add);
  return sum == 2 ? 0 : 1;
}
