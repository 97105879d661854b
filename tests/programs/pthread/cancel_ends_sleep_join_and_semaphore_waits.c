// Sleeping, joining and waiting on a semaphore are cancellation points, also for a thread already blocked there.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

static sem_t never;
static pthread_t main_thread;

static void* in_sleep(void* unused) {
  for (;;) sleep(1000);
  return unused;
}

static void* in_join(void* unused) {
  pthread_join(main_thread, NULL);
  return unused;
}

static void* in_semaphore(void* unused) {
  sem_wait(&never);
  return unused;
}

int main(void) {
  assert(sem_init(&never, 0, 0) == 0);
  main_thread = pthread_self();
  void* (*bodies[])(void*) = {in_sleep, in_join, in_semaphore};
  pthread_t threads[3];
  for (int i = 0; i < 3; ++i) assert(pthread_create(&threads[i], NULL, bodies[i], NULL) == 0);
  for (int i = 0; i < 3; ++i) assert(pthread_cancel(threads[i]) == 0);
  for (int i = 0; i < 3; ++i) {
    void* result;
    assert(pthread_join(threads[i], &result) == 0);
    assert(result == PTHREAD_CANCELED);
  }
  return 0;
}
