// Stations pass a token round; one that is woken takes it for its turn, but all were woken and any may come first.
// FINDS: assertion holder == station
// PREEMPTIONS: 0 (the second and the third wait; when the first has passed the token on, the third goes first)
// FIXED: `while` in the place of `if`
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

enum { STATIONS = 3 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t passed = PTHREAD_COND_INITIALIZER;
static int holder;

static void* serve(void* number) {
  const int station = (int)(intptr_t)number;
  pthread_mutex_lock(&lock);
#ifdef FIXED
  while (holder != station) pthread_cond_wait(&passed, &lock);
#else
  if (holder != station) pthread_cond_wait(&passed, &lock);
#endif
  assert(holder == station);  // REPORTED
  holder = (station + 1) % STATIONS;
  pthread_cond_broadcast(&passed);
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t threads[STATIONS];
  for (int i = 0; i < STATIONS; ++i) pthread_create(&threads[i], NULL, serve, (void*)(intptr_t)i);
  for (int i = 0; i < STATIONS; ++i) pthread_join(threads[i], NULL);
}
