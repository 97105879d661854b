// A lock of a robust mutex that cannot be recovered fails, and the counter is left alone.
// CHECK: passes
// TSAN: silent
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t mutex;
static int counter;

static void* die(void* unused) {
  pthread_mutex_lock(&mutex);
  return unused;
}

static void* add(void* unused) {
  const int error = pthread_mutex_lock(&mutex);
  if (error != ENOTRECOVERABLE) ++counter;
  if (error != ENOTRECOVERABLE) pthread_mutex_unlock(&mutex);  // without making it consistent
  return unused;
}

int main(void) {
  pthread_mutexattr_t robust;
  pthread_mutexattr_init(&robust);
  pthread_mutexattr_setrobust(&robust, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&mutex, &robust);
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, die, NULL);
  pthread_join(threads[0], NULL);
  for (int i = 0; i < 3; ++i) pthread_create(&threads[i], NULL, add, NULL);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], NULL);
  assert(counter >= 1 && counter <= 3);
  return 0;
}
