// A bounded buffer over one mutex and two condition variables loses and doubles nothing.
// CHECK: passes
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

enum { capacity = 2, items = 6 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER;
static int buffer[capacity];
static int count;

static void* produce(void* unused) {
  for (int i = 0; i < items; ++i) {
    assert(pthread_mutex_lock(&mutex) == 0);
    while (count == capacity) assert(pthread_cond_wait(&not_full, &mutex) == 0);
    buffer[i % capacity] = i;
    ++count;
    assert(pthread_cond_signal(&not_empty) == 0);
    assert(pthread_mutex_unlock(&mutex) == 0);
  }
  return unused;
}

int main(void) {
  pthread_t producer;
  assert(pthread_create(&producer, NULL, produce, NULL) == 0);
  for (int i = 0; i < items; ++i) {
    assert(pthread_mutex_lock(&mutex) == 0);
    while (count == 0) assert(pthread_cond_wait(&not_empty, &mutex) == 0);
    assert(count >= 1 && count <= capacity);
    assert(buffer[i % capacity] == i);
    --count;
    assert(pthread_cond_signal(&not_full) == 0);
    assert(pthread_mutex_unlock(&mutex) == 0);
    printf("%d\n", i);
  }
  assert(pthread_join(producer, NULL) == 0);
  assert(pthread_cond_destroy(&not_empty) == 0);
  assert(pthread_cond_destroy(&not_full) == 0);
  return 0;
}
