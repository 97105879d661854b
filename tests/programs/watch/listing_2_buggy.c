// Listing 2 of [WP]: what the second thread reads of an atomic keeps it from nothing.
// FAILS: data-race
// STRATEGY: wp
// VARIABLE: a
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int a;
static atomic_int b = 0;
static atomic_int c = 2;

static void* first(void* unused) {
  a = 1;  // REPORTED
  b = 1;
  return unused;
}

static void* second(void* unused) {
  if (b != c) {
    a = 2;  // REPORTED
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
