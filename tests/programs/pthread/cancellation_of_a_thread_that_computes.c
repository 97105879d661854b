// A thread that allows it is cancelled wherever it is: computing, or waiting for a mutex.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int turns;
static int cleaned;

static void clean(void* count) { ++*(int*)count; }

static void* compute(void* unused) {
  pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
  pthread_cleanup_push(clean, &cleaned);
  for (;;) {
    atomic_fetch_add(&turns, 1);
  }
  pthread_cleanup_pop(0);
  return unused;
}

static void* wait_for_the_mutex(void* unused) {
  pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
  pthread_mutex_lock(&mutex);
  return unused;
}

static void* hold_out(void* unused) {
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
  pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
  atomic_fetch_add(&turns, 1);
  return unused;
}

static void* cancelled(void* (*body)(void*)) {
  pthread_t thread;
  void* result = NULL;
  pthread_create(&thread, NULL, body, &result);
  assert(pthread_cancel(thread) == 0);
  pthread_join(thread, &result);
  return result;
}

int main(void) {
  assert(cancelled(compute) == PTHREAD_CANCELED);
  pthread_mutex_lock(&mutex);
  assert(cancelled(wait_for_the_mutex) == PTHREAD_CANCELED);
  pthread_mutex_unlock(&mutex);
  // Cancelled before it could say no, or not at all.
  void* result = cancelled(hold_out);
  assert(result == PTHREAD_CANCELED || result != NULL);
  assert(cleaned <= 1);
  return 0;
}
