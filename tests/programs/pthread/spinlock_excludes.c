// A spinlock lets one thread in at a time; trylock gives EBUSY while it is held.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_spinlock_t counter_lock;
static pthread_spinlock_t held_by_main;
static int shared;

static void* add(void* unused) {
  assert(pthread_spin_trylock(&held_by_main) == EBUSY);
  for (int i = 0; i < 2; ++i) {
    assert(pthread_spin_lock(&counter_lock) == 0);
    ++shared;
    assert(pthread_spin_unlock(&counter_lock) == 0);
  }
  return unused;
}

int main(void) {
  assert(pthread_spin_init(&counter_lock, PTHREAD_PROCESS_PRIVATE) == 0);
  assert(pthread_spin_init(&held_by_main, PTHREAD_PROCESS_PRIVATE) == 0);
  assert(pthread_spin_trylock(&held_by_main) == 0);
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) assert(pthread_create(&threads[i], NULL, add, NULL) == 0);
  for (int i = 0; i < 2; ++i) assert(pthread_join(threads[i], NULL) == 0);
  assert(shared == 4);
  assert(pthread_spin_unlock(&held_by_main) == 0);
  assert(pthread_spin_destroy(&held_by_main) == 0);
  assert(pthread_spin_destroy(&counter_lock) == 0);
  return 0;
}
