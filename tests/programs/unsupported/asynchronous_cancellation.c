// Cancelling a thread that computes without a cancellation point.
// UNSUPPORTED: PTHREAD_CANCEL_ASYNCHRONOUS
#define _GNU_SOURCE
#include <pthread.h>
#include <stdatomic.h>

static atomic_int turns;

static void* compute(void* unused) {
  int old;
  pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &old);
  for (;;) atomic_fetch_add(&turns, 1);
  return unused;
}

int main(void) {
  pthread_t thread;
  void* result;
  pthread_create(&thread, NULL, compute, NULL);
  pthread_cancel(thread);
  pthread_join(thread, &result);
  return result != PTHREAD_CANCELED;
}
