// The same with a variable that does not end, and addresses.
// CHECK: passes
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

enum { kArea = 512, kUsed = 449 };  // an odd number

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static long* volatile* ended;
static long cell;
static long* volatile area[kArea];  // ends with the program

__attribute__((noinline)) static void leave(void) {
  for (int i = 0; i < kArea; ++i) {
    area[i] = &cell;
  }
  ended = area;
}

__attribute__((noinline)) static void forget_to_initialise(void) {
  uintptr_t all = 0;
  for (int i = 0; i < kUsed; ++i) {
    all ^= (uintptr_t)area[i];
  }
  *(long*)all = 1;
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
      ended[i] = &cell;
    }
  }
  pthread_mutex_unlock(&mutex);
  pthread_join(caller, NULL);
  return 0;
}
