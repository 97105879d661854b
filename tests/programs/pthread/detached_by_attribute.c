// A thread created detached cannot be joined (EINVAL), and several of them finish by themselves.
// CHECK: passes
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t go;
static sem_t done;

static void* body(void* unused) {
  assert(sem_wait(&go) == 0);
  assert(sem_post(&done) == 0);
  return unused;
}

int main(void) {
  assert(sem_init(&go, 0, 0) == 0);
  assert(sem_init(&done, 0, 0) == 0);
  pthread_attr_t attributes;
  int state;
  assert(pthread_attr_init(&attributes) == 0);
  assert(pthread_attr_getdetachstate(&attributes, &state) == 0 && state == PTHREAD_CREATE_JOINABLE);
  assert(pthread_attr_setdetachstate(&attributes, 77) == EINVAL);
  assert(pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED) == 0);
  assert(pthread_attr_getdetachstate(&attributes, &state) == 0 && state == PTHREAD_CREATE_DETACHED);
  for (int i = 0; i < 3; ++i) {
    pthread_t thread;
    assert(pthread_create(&thread, &attributes, body, NULL) == 0);
    assert(pthread_join(thread, NULL) == EINVAL);
  }
  assert(pthread_attr_destroy(&attributes) == 0);
  for (int i = 0; i < 3; ++i) assert(sem_post(&go) == 0);
  for (int i = 0; i < 3; ++i) assert(sem_wait(&done) == 0);
  return 0;
}
