// Listing 1 of [WP]: the second thread writes a without the lock when it comes before the first one.
// FAILS: data-race
// STRATEGY: wp
// VARIABLE: a
#include <pthread.h>

static int a;
static int b;
static pthread_mutex_t ma = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t mb = PTHREAD_MUTEX_INITIALIZER;

static void* first(void* unused) {
  pthread_mutex_lock(&ma);
  a = 1;  // REPORTED
  pthread_mutex_unlock(&ma);
  pthread_mutex_lock(&mb);
  b = 1;
  pthread_mutex_unlock(&mb);
  return unused;
}

static void* second(void* unused) {
  pthread_mutex_lock(&mb);
  if (b == 1) {
    pthread_mutex_unlock(&mb);
    pthread_mutex_lock(&ma);
    a = 2;
    pthread_mutex_unlock(&ma);
  } else {
    pthread_mutex_unlock(&mb);
    a = 3;  // REPORTED
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
