// A thread that finds itself cancelled gives the mutex back and returns.
// CHECK: passes
// TSAN: silent
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int cancelled;

static void* work(void* unused) {
  pthread_mutex_lock(&mutex);
  if (cancelled) {
    pthread_mutex_unlock(&mutex);
    return unused;
  }
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t worker;
  pthread_create(&worker, NULL, work, NULL);
  cancelled = 1;
  cancelled = 0;
  pthread_join(worker, NULL);
  return 0;
}
