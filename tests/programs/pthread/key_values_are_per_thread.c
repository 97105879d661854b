// Thread-specific data starts as NULL in every thread and is its own; a deleted key is EINVAL.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>

static pthread_key_t key;

static void* set_own(void* value) {
  assert(pthread_getspecific(key) == NULL);
  assert(pthread_setspecific(key, value) == 0);
  assert(pthread_getspecific(key) == value);
  return pthread_getspecific(key);
}

int main(void) {
  int values[3];
  assert(pthread_key_create(&key, NULL) == 0);
  assert(pthread_setspecific(key, &values[2]) == 0);
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) assert(pthread_create(&threads[i], NULL, set_own, &values[i]) == 0);
  for (int i = 0; i < 2; ++i) {
    void* result;
    assert(pthread_join(threads[i], &result) == 0);
    assert(result == &values[i]);
  }
  assert(pthread_getspecific(key) == &values[2]);
  assert(pthread_key_delete(key) == 0);
  assert(pthread_key_delete(key) == EINVAL);
  assert(pthread_setspecific(key, values) == EINVAL);
  assert(pthread_getspecific(key) == NULL);
  assert(pthread_key_create(&key, NULL) == 0);
  assert(pthread_getspecific(key) == NULL);
  assert(pthread_setspecific(PTHREAD_KEYS_MAX, values) == EINVAL);
  return 0;
}
