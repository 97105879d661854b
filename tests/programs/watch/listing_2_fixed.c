// Listing 2 of [WP], where the second thread writes only what the first one has written before.
// CHECK: passes
// STRATEGY: wp
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int a;
static atomic_int b = 0;
static atomic_int c = 1;

static void* first(void* unused) {
  a = 1;
  b = 1;
  return unused;
}

static void* second(void* unused) {
  if (b == c) {
    a = 2;
  }
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, first, NULL);
  pthread_create(&threads[1], NULL, second, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
