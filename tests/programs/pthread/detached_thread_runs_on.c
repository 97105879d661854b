// A detached thread runs by itself; joining or detaching it (again) gives EINVAL.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t go;
static sem_t done;
static int result;

static void* body(void* unused) {
  assert(sem_wait(&go) == 0);
  ++result;
  assert(sem_post(&done) == 0);
  return unused;
}

static void* detach_itself(void* unused) {
  assert(pthread_detach(pthread_self()) == 0);
  return body(unused);
}

int main(void) {
  assert(sem_init(&go, 0, 0) == 0);
  assert(sem_init(&done, 0, 0) == 0);
  pthread_t thread;
  assert(pthread_create(&thread, NULL, body, NULL) == 0);
  assert(pthread_detach(thread) == 0);
  assert(pthread_join(thread, NULL) == EINVAL);
  assert(pthread_detach(thread) == EINVAL);
  assert(pthread_tryjoin_np(thread, NULL) == EBUSY);
  assert(sem_post(&go) == 0);
  assert(sem_wait(&done) == 0);
  assert(result == 1);

  assert(pthread_create(&thread, NULL, detach_itself, NULL) == 0);
  assert(sem_post(&go) == 0);
  assert(sem_wait(&done) == 0);
  assert(result == 2);
  return 0;
}
