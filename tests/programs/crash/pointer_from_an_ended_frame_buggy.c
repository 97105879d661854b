// A thread writes through a pointer to a variable of a function that has returned, and another function of that thread
// takes for its own what it finds there: under some schedules that is no address.
// FAILS: crash SIGSEGV
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

enum { kArea = 512, kUsed = 449 };  // an odd number

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static long* volatile* ended;
static long cell;

__attribute__((noinline)) static void leave(void) {
  long* volatile area[kArea];
  for (int i = 0; i < kArea; ++i) {
    area[i] = &cell;
  }
  ended = area;
}

__attribute__((noinline)) static void forget_to_initialise(void) {
  long* volatile area[kArea];
  uintptr_t all = 0;
  for (int i = 0; i < kUsed; ++i) {
    all ^= (uintptr_t)area[i];
  }
  *(long*)all = 1;  // REPORTED
}

static void* call(void* unused) {
  pthread_mutex_lock(&mutex);
  leave();
  pthread_mutex_unlock(&mutex);
  pthread_mutex_lock(&mutex);
  forget_to_initialise();
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t caller;
  pthread_create(&caller, NULL, call, NULL);
  pthread_mutex_lock(&mutex);
  if (ended != NULL) {
    for (int i = 0; i < kUsed; ++i) {
      ended[i] = (long*)(uintptr_t)(0x1000 + 8 * i);
    }
  }
  pthread_mutex_unlock(&mutex);
  pthread_join(caller, NULL);
  return 0;
}
