// While cancellation is disabled a cancelled thread passes every cancellation point and ends by itself.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

static sem_t may_be_cancelled;
static sem_t go;

static void* body(void* self) {
  int old;
  assert(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL) == 0);
  assert(pthread_setcancelstate(77, &old) == EINVAL);
  assert(pthread_setcanceltype(77, &old) == EINVAL);
  assert(pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &old) == 0 && old == PTHREAD_CANCEL_DEFERRED);
  assert(sem_post(&may_be_cancelled) == 0);
  assert(sem_wait(&go) == 0);
  pthread_testcancel();
  assert(usleep(10) == 0);
  return self;
}

int main(void) {
  assert(sem_init(&may_be_cancelled, 0, 0) == 0);
  assert(sem_init(&go, 0, 0) == 0);
  pthread_t thread;
  void* result;
  assert(pthread_create(&thread, NULL, body, &go) == 0);
  assert(sem_wait(&may_be_cancelled) == 0);
  assert(pthread_cancel(thread) == 0);
  assert(sem_post(&go) == 0);
  assert(pthread_join(thread, &result) == 0);
  assert(result == &go);
  return 0;
}
