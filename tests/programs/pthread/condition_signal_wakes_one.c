// One signal per waiter is enough to wake them all.
// CHECK: passes
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int tickets;
static int taken;

static void* take_a_ticket(void* unused) {
  assert(pthread_mutex_lock(&mutex) == 0);
  while (tickets == 0) assert(pthread_cond_wait(&changed, &mutex) == 0);
  --tickets;
  ++taken;
  assert(pthread_mutex_unlock(&mutex) == 0);
  return unused;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; ++i) assert(pthread_create(&threads[i], NULL, take_a_ticket, NULL) == 0);
  for (int i = 0; i < 3; ++i) {
    assert(pthread_mutex_lock(&mutex) == 0);
    ++tickets;
    assert(pthread_mutex_unlock(&mutex) == 0);
    assert(pthread_cond_signal(&changed) == 0);
  }
  for (int i = 0; i < 3; ++i) assert(pthread_join(threads[i], NULL) == 0);
  assert(tickets == 0 && taken == 3);
  return 0;
}
