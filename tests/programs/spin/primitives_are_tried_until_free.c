// Every function that tries without waiting, in a loop without anything else.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <threads.h>

static pthread_spinlock_t spin;
static pthread_rwlock_t both = PTHREAD_RWLOCK_INITIALIZER;
static mtx_t mutex;
static sem_t semaphore;
static _Atomic int turns;

static void* take_turns(void* unused) {
  while (pthread_spin_trylock(&spin) != 0) {
  }
  ++turns;
  pthread_spin_unlock(&spin);
  while (pthread_rwlock_trywrlock(&both) != 0) {
  }
  ++turns;
  pthread_rwlock_unlock(&both);
  while (mtx_trylock(&mutex) != thrd_success) {
  }
  while (pthread_rwlock_tryrdlock(&both) != 0) {
  }
  ++turns;
  pthread_rwlock_unlock(&both);
  mtx_unlock(&mutex);
  while (sem_trywait(&semaphore) != 0 && errno == EAGAIN) {
  }
  ++turns;
  sem_post(&semaphore);
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
  mtx_init(&mutex, mtx_plain);
  sem_init(&semaphore, 0, 1);
  pthread_create(&other, NULL, take_turns, NULL);
  take_turns(NULL);
  pthread_join(other, NULL);
  assert(turns == 8);
  return 0;
}
