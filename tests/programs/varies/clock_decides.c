// The clock decides, and is the same in every execution: deterministic.
// EXECUTIONS: 2
#include <pthread.h>
#include <time.h>

static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void* take(void* which) {
  pthread_mutex_lock(&locks[*(int*)which]);
  pthread_mutex_unlock(&locks[*(int*)which]);
  return NULL;
}

int main(void) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  int which = (int)((now.tv_sec ^ now.tv_nsec) & 1);
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, take, &which);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  return 0;
}
