// The taker looks for the value, then says that it sleeps: a giver in between sees no sleeper and does not post.
// FINDS: deadlock
// PREEMPTIONS: 1
// FIXED: the taker says that it sleeps before it looks
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdbool.h>

static sem_t handoff;
static int value;
static atomic_bool given;
static atomic_bool asleep;

static void* take(void* unused) {
#ifdef FIXED
  asleep = true;
  if (!given) {
    sem_wait(&handoff);
  }
#else
  if (!given) {
    asleep = true;
    sem_wait(&handoff);  // REPORTED
  }
#endif
  assert(value == 42);
  return unused;
}

static void* give(void* unused) {
  value = 42;
  given = true;
  if (asleep) sem_post(&handoff);
  return unused;
}

int main(void) {
  sem_init(&handoff, 0, 0);
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, take, NULL);
  pthread_create(&threads[1], NULL, give, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  sem_destroy(&handoff);
  return 0;
}
