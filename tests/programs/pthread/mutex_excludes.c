// A mutex lets one thread in at a time.
// CHECK: passes
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int inside;
static int entered;

static void* enter(void* unused) {
  for (int i = 0; i < 3; ++i) {
    assert(pthread_mutex_lock(&mutex) == 0);
    assert(++inside == 1);
    ++entered;
    assert(--inside == 0);
    assert(pthread_mutex_unlock(&mutex) == 0);
  }
  return unused;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; ++i) assert(pthread_create(&threads[i], NULL, enter, NULL) == 0);
  for (int i = 0; i < 3; ++i) assert(pthread_join(threads[i], NULL) == 0);
  assert(entered == 9);
  assert(pthread_mutex_destroy(&mutex) == 0);
  printf("%d\n", entered);
  return 0;
}
