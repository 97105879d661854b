// main may return while other threads are blocked forever: the process exits with 0 and this is no deadlock.
// CHECK: passes
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t held_by_main = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;

static void* wait_for_the_mutex(void* unused) {
  assert(pthread_mutex_lock(&held_by_main) == 0);
  assert(!"main never unlocks");
  return unused;
}

static void* wait_for_a_signal(void* unused) {
  assert(pthread_mutex_lock(&mutex) == 0);
  for (;;) assert(pthread_cond_wait(&never, &mutex) == 0);
  return unused;
}

int main(void) {
  assert(pthread_mutex_lock(&held_by_main) == 0);
  pthread_t threads[2];
  assert(pthread_create(&threads[0], NULL, wait_for_the_mutex, NULL) == 0);
  assert(pthread_create(&threads[1], NULL, wait_for_a_signal, NULL) == 0);
  return 0;
}
