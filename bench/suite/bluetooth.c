// A request to a driver sees that the driver is not stopping, and counts itself in only after the driver has stopped.
// FINDS: assertion !stopped
// PREEMPTIONS: 1
// FIXED: a request counts itself in first, and then looks whether the driver is stopping
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_int pending = 1;  // requests under way, and one for the driver itself
static atomic_bool stopping;
static atomic_bool stopped;
static sem_t none_pending;

static void leave(void) {
  if (atomic_fetch_sub(&pending, 1) == 1) sem_post(&none_pending);
}

static bool enter(void) {
#ifdef FIXED
  atomic_fetch_add(&pending, 1);
  if (!stopping) return true;
  leave();
  return false;
#else
  if (stopping) return false;
  atomic_fetch_add(&pending, 1);
  return true;
#endif
}

static void* request(void* unused) {
  if (enter()) {
    assert(!stopped);  // REPORTED
    leave();
  }
  return unused;
}

static void* stop(void* unused) {
  stopping = true;
  leave();
  sem_wait(&none_pending);
  stopped = true;
  return unused;
}

int main(void) {
  sem_init(&none_pending, 0, 0);
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, request, NULL);
  pthread_create(&threads[1], NULL, stop, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
}
