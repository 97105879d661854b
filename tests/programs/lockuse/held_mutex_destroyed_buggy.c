// A mutex is destroyed when a flag says that its user is done; the flag is set inside of the lock.
// FAILS: lock-misuse
// TSAN: race
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t mutex;
static atomic_int done;

static void* use(void* unused) {
  pthread_mutex_lock(&mutex);
  done = 1;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_mutex_init(&mutex, NULL);
  pthread_t user;
  pthread_create(&user, NULL, use, NULL);
  while (!done) {
  }
  pthread_mutex_destroy(&mutex);  // REPORTED
  pthread_join(user, NULL);
  return 0;
}
