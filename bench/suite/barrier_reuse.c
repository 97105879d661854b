// A fast thread arrives at the barrier again before a slow one has left it: the slow one waits on, now for ever.
// FINDS: deadlock
// PREEMPTIONS: 0 (the last to arrive just goes on to the second barrier)
// FIXED: the barrier counts its generations, and a thread waits for the end of its own
#include <pthread.h>

enum { THREADS = 2 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t complete = PTHREAD_COND_INITIALIZER;
static int arrived;
static int generation;

static void barrier(void) {
  pthread_mutex_lock(&mutex);
  if (arrived + 1 == THREADS) {
    arrived = 0;
    ++generation;
    pthread_cond_broadcast(&complete);
  } else {
    ++arrived;
#ifdef FIXED
    int own = generation;
    while (generation == own) pthread_cond_wait(&complete, &mutex);
#else
    while (arrived != 0) pthread_cond_wait(&complete, &mutex);  // REPORTED
#endif
  }
  pthread_mutex_unlock(&mutex);
}

static void* work(void* unused) {
  barrier();
  barrier();
  return unused;
}

int main(void) {
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; ++i) pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < THREADS; ++i) pthread_join(threads[i], NULL);
  return 0;
}
