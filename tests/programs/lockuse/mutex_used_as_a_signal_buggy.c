// A mutex is locked by one thread and unlocked by another, to let it go on.
// FAILS: lock-misuse
// TSAN: unlock-of-an-unlocked-mutex
#include <pthread.h>

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;

static void* open_gate(void* unused) {
  pthread_mutex_unlock(&gate);  // REPORTED
  return unused;
}

int main(void) {
  pthread_mutex_lock(&gate);
  pthread_t opener;
  pthread_create(&opener, NULL, open_gate, NULL);
  pthread_join(opener, NULL);
  pthread_mutex_lock(&gate);
  pthread_mutex_unlock(&gate);
  return 0;
}
