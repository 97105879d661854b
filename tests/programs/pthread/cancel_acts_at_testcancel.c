// A deferred cancel acts at pthread_testcancel and not before.
// CHECK: passes
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t cancelled;
static int before;
static int after;

static void* body(void* unused) {
  int old;
  assert(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old) == 0 && old == PTHREAD_CANCEL_ENABLE);
  assert(sem_wait(&cancelled) == 0);
  assert(pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &old) == 0 && old == PTHREAD_CANCEL_DISABLE);
  before = 1;
  pthread_testcancel();
  after = 1;
  return unused;
}

int main(void) {
  assert(sem_init(&cancelled, 0, 0) == 0);
  pthread_t thread;
  void* result;
  assert(pthread_create(&thread, NULL, body, NULL) == 0);
  assert(pthread_cancel(thread) == 0);
  assert(sem_post(&cancelled) == 0);
  assert(pthread_join(thread, &result) == 0);
  assert(result == PTHREAD_CANCELED);
  assert(before == 1 && after == 0);
  return 0;
}
