// A thread that finds itself cancelled returns without giving the mutex back.
// FAILS: lock-misuse
// TSAN: silent
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int cancelled;

static void* work(void* unused) {
  pthread_mutex_lock(&mutex);    // REPORTED
  if (cancelled) return unused;  // REPORTED
  pthread_mutex_unlock(&mutex);
  return unused;  // REPORTED
}  // REPORTED

int main(void) {
  pthread_t worker;
  pthread_create(&worker, NULL, work, NULL);
  cancelled = 1;
  cancelled = 0;
  pthread_join(worker, NULL);
  return 0;
}
