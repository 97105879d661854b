// Who holds a plain mutex locks it again, in the moment in which the value is stale.
// FAILS: lock-misuse
// TSAN: silent
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int stale;
static int refreshed;

static void refresh(void) {
  pthread_mutex_lock(&mutex);  // REPORTED
  ++refreshed;
  pthread_mutex_unlock(&mutex);
}

static void* invalidate(void* unused) {
  stale = 1;
  stale = 0;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, invalidate, NULL);
  pthread_mutex_lock(&mutex);
  if (stale) refresh();
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  return 0;
}
