// Readers enter while a writer waits, so readers that overlap keep it out for as long as they like.
// FINDS: assertion overtaken <= READERS
// PREEMPTIONS: 1 (a reader stands still inside while the writer begins to wait; the rest are free switches)
// FIXED: readers wait also for writers that wait
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

enum { READERS = 2 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int reading;
static bool waiting;
static bool writing;
static int overtaken;  // how often a reader entered while the writer waited: once each is fair

static void lock_for_reading(void) {
  pthread_mutex_lock(&mutex);
#ifdef FIXED
  while (writing || waiting) pthread_cond_wait(&changed, &mutex);
#else
  while (writing) pthread_cond_wait(&changed, &mutex);
#endif
  ++reading;
  if (waiting) ++overtaken;
  assert(overtaken <= READERS);  // REPORTED
  pthread_mutex_unlock(&mutex);
}

static void unlock_for_reading(void) {
  pthread_mutex_lock(&mutex);
  if (--reading == 0) pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&mutex);
}

static void* reader(void* unused) {
  for (int i = 0; i < 2; ++i) {
    lock_for_reading();
    unlock_for_reading();
  }
  return unused;
}

static void* writer(void* unused) {
  pthread_mutex_lock(&mutex);
  waiting = true;
  while (reading > 0) pthread_cond_wait(&changed, &mutex);
  waiting = false;
  writing = true;
  pthread_mutex_unlock(&mutex);

  pthread_mutex_lock(&mutex);
  writing = false;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t threads[READERS + 1];
  for (int i = 0; i < READERS; ++i) pthread_create(&threads[i], NULL, reader, NULL);
  pthread_create(&threads[READERS], NULL, writer, NULL);
  for (int i = 0; i <= READERS; ++i) pthread_join(threads[i], NULL);
  return 0;
}
