// A value and what is derived from it are stored under a lock each; a reader comes between the two.
// FINDS: assertion later == value + 1
// PREEMPTIONS: 1 (of the writer that goes first, before its second lock; a reader comes next)
// VARIANTS: THREADS=1,20,50,100
// FIXED: the writer keeps the first lock until the derived value is stored
#include <assert.h>
#include <pthread.h>

#ifndef THREADS
#define THREADS 1
#endif

static pthread_mutex_t data_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t derived_lock = PTHREAD_MUTEX_INITIALIZER;
static int data;
static int derived;

static void* write_both(void* unused) {
  const int value = 1;
  pthread_mutex_lock(&data_lock);
  data = value;
#ifndef FIXED
  pthread_mutex_unlock(&data_lock);
#endif
  pthread_mutex_lock(&derived_lock);
  derived = value + 1;
  pthread_mutex_unlock(&derived_lock);
#ifdef FIXED
  pthread_mutex_unlock(&data_lock);
#endif
  return unused;
}

static void* read_both(void* unused) {
  pthread_mutex_lock(&data_lock);
  const int value = data;
  pthread_mutex_unlock(&data_lock);
  if (value == 0) return unused;  // nothing was written yet
  pthread_mutex_lock(&derived_lock);
  const int later = derived;
  pthread_mutex_unlock(&derived_lock);
  assert(later == value + 1);  // REPORTED
  return unused;
}

int main(void) {
  pthread_t writers[THREADS];
  pthread_t readers[THREADS];
  for (int i = 0; i < THREADS; ++i) pthread_create(&writers[i], NULL, write_both, NULL);
  for (int i = 0; i < THREADS; ++i) pthread_create(&readers[i], NULL, read_both, NULL);
  for (int i = 0; i < THREADS; ++i) pthread_join(writers[i], NULL);
  for (int i = 0; i < THREADS; ++i) pthread_join(readers[i], NULL);
}
