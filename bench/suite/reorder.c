// Threads set a, then b; a checker that comes when a is set but no thread has set b sees one without the other.
// FINDS: assertion !(a == 1 && b == 0)
// PREEMPTIONS: 1 (of the setter that goes first; the checker comes next)
// VARIANTS: SETTERS=3,4,5,10,20,50,100
// FIXED: setters and checker hold a lock
#include <assert.h>
#include <pthread.h>

#ifndef SETTERS
#define SETTERS 3
#endif

static int a;
static int b;

#ifdef FIXED
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void lock(void) { pthread_mutex_lock(&mutex); }
static void unlock(void) { pthread_mutex_unlock(&mutex); }
#else
static void lock(void) {}
static void unlock(void) {}
#endif

static void* set(void* unused) {
  lock();
  a = 1;
  b = -1;
  unlock();
  return unused;
}

static void* check(void* unused) {
  lock();
  assert(!(a == 1 && b == 0));  // REPORTED
  unlock();
  return unused;
}

int main(void) {
  pthread_t setters[SETTERS];
  pthread_t checker;
  for (int i = 0; i < SETTERS; ++i) pthread_create(&setters[i], NULL, set, NULL);
  pthread_create(&checker, NULL, check, NULL);
  for (int i = 0; i < SETTERS; ++i) pthread_join(setters[i], NULL);
  pthread_join(checker, NULL);
}
