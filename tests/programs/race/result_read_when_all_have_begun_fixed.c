// The result is read when all threads have reported, which they do when they have written it.
// CHECK: passes
// TSAN: silent
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t result_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t reported = PTHREAD_COND_INITIALIZER;
static int missing = 2;
static int result;

static void* work(void* unused) {
  pthread_mutex_lock(&result_lock);
  result = 0;
  pthread_mutex_unlock(&result_lock);
  pthread_mutex_lock(&lock);
  --missing;
  pthread_cond_signal(&reported);
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) {
    pthread_create(&threads[i], NULL, work, NULL);
  }
  pthread_mutex_lock(&lock);
  while (missing != 0) {
    pthread_cond_wait(&reported, &lock);
  }
  pthread_mutex_unlock(&lock);
  const int seen = result;
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return seen;
}
