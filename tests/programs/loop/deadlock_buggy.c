// In the test loop: two locks in opposite order deadlock in some executions.
// FAILS: deadlock
// LOOP: safe
#include <heddle/heddle.h>
#include <pthread.h>

static pthread_mutex_t a;
static pthread_mutex_t b;

static void* take_a_then_b(void* unused) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return unused;
}

static void* take_b_then_a(void* unused) {
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return unused;
}

int main(void) {
  do {
    pthread_mutex_init(&a, NULL);
    pthread_mutex_init(&b, NULL);
    heddle_start();
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, take_a_then_b, NULL);
    pthread_create(&threads[1], NULL, take_b_then_a, NULL);
    for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  } while (heddle_restart());
  return 0;
}
