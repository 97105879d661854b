// Both threads take the mutexes in the same order.
// CHECK: passes
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;
static int shared;

static void* a_then_b(void* unused) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  ++shared;
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, a_then_b, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  assert(shared == 2);
  return 0;
}
