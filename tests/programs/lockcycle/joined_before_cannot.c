// Opposite orders, by a thread that is joined and by one that is created after that.
// CHECK: passes
#include <pthread.h>

static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void both(int outer, int inner) {
  pthread_mutex_lock(&locks[outer]);
  pthread_mutex_lock(&locks[inner]);
  pthread_mutex_unlock(&locks[inner]);
  pthread_mutex_unlock(&locks[outer]);
}

static void* upwards(void* unused) {
  both(0, 1);
  return unused;
}

static void* downwards(void* unused) {
  both(1, 0);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, upwards, NULL);
  pthread_join(thread, NULL);
  pthread_create(&thread, NULL, downwards, NULL);
  pthread_join(thread, NULL);
  return 0;
}
