// pthread_self in a thread equals what pthread_create stored, and differs between threads.
// CHECK: passes
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_t created;
static pthread_t seen[2];

static void* look(void* place) {
  assert(pthread_equal(pthread_self(), pthread_self()));
  *(pthread_t*)place = pthread_self();
  assert(pthread_mutex_lock(&mutex) == 0);
  if (place == &seen[0]) assert(pthread_equal(created, pthread_self()));
  assert(pthread_mutex_unlock(&mutex) == 0);
  return NULL;
}

int main(void) {
  pthread_t other;
  assert(pthread_mutex_lock(&mutex) == 0);
  assert(pthread_create(&created, NULL, look, &seen[0]) == 0);
  assert(pthread_create(&other, NULL, look, &seen[1]) == 0);
  assert(pthread_mutex_unlock(&mutex) == 0);
  assert(!pthread_equal(created, other));
  assert(!pthread_equal(created, pthread_self()));
  assert(pthread_join(created, NULL) == 0);
  assert(pthread_join(other, NULL) == 0);
  assert(pthread_equal(seen[0], created));
  assert(pthread_equal(seen[1], other));
  return 0;
}
