// One broadcast wakes every waiter, and each holds the mutex when it goes on.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t opened;
static int open;
static int inside;
static int passed;

static void* wait_at_gate(void* unused) {
  assert(pthread_mutex_lock(&mutex) == 0);
  while (!open) {
    assert(pthread_cond_wait(&opened, &mutex) == 0);
    assert(++inside == 1);
    --inside;
  }
  ++passed;
  assert(pthread_mutex_unlock(&mutex) == 0);
  return unused;
}

int main(void) {
  assert(pthread_cond_init(&opened, NULL) == 0);
  pthread_t threads[4];
  for (int i = 0; i < 4; ++i) assert(pthread_create(&threads[i], NULL, wait_at_gate, NULL) == 0);
  assert(pthread_mutex_lock(&mutex) == 0);
  open = 1;
  assert(pthread_cond_broadcast(&opened) == 0);
  assert(pthread_mutex_unlock(&mutex) == 0);
  for (int i = 0; i < 4; ++i) assert(pthread_join(threads[i], NULL) == 0);
  assert(passed == 4);
  assert(pthread_cond_destroy(&opened) == 0);
  return 0;
}
