// The values of the libc generators steer the program, so a run that repeats must see the same: the event hash tells.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static volatile int cells[16];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void step(long value) { ++cells[value & 15]; }

static void* draw(void* unused) {
  assert(pthread_mutex_lock(&mutex) == 0);
  step(rand());
  step(random());
  step(lrand48());
  step((long)(drand48() * 16));
  unsigned seed = 7;
  step(rand_r(&seed));
  assert(pthread_mutex_unlock(&mutex) == 0);
  return unused;
}

int main(void) {
  srand(1);
  int first = rand();
  srand(1);
  assert(rand() == first);
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) assert(pthread_create(&threads[i], NULL, draw, NULL) == 0);
  for (int i = 0; i < 2; ++i) assert(pthread_join(threads[i], NULL) == 0);
  return 0;
}
