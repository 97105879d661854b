// A mutex is destroyed when a flag says that its user is done; the flag is set behind the lock.
// CHECK: passes
// TSAN: silent
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t mutex;
static atomic_int done;

static void* use(void* unused) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  done = 1;
  return unused;
}

int main(void) {
  pthread_mutex_init(&mutex, NULL);
  pthread_t user;
  pthread_create(&user, NULL, use, NULL);
  while (!done) {
  }
  pthread_mutex_destroy(&mutex);
  pthread_join(user, NULL);
  return 0;
}
