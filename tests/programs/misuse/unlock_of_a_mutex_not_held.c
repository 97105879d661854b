// A thread releases a plain mutex that another one holds; only when it comes at the wrong moment.
// FAILS: lock-misuse unlock of a lock that nobody holds
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static _Atomic int taken;

static void* hold(void* unused) {
  pthread_mutex_lock(&mutex);
  taken = 1;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t holder;
  pthread_create(&holder, NULL, hold, NULL);
  if (taken) pthread_mutex_unlock(&mutex);  // REPORTED
  pthread_join(holder, NULL);
  return 0;
}
