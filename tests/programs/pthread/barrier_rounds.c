// A barrier releases its threads together, round after round, and tells exactly one of them that it is the serial one.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>

enum { threads_in_all = 3, rounds = 3 };

static pthread_barrier_t barrier;
static atomic_int arrived[rounds];
static atomic_int serial[rounds];

static void* go_round(void* unused) {
  for (int round = 0; round < rounds; ++round) {
    atomic_fetch_add(&arrived[round], 1);
    int result = pthread_barrier_wait(&barrier);
    assert(atomic_load(&arrived[round]) == threads_in_all);
    if (result == PTHREAD_BARRIER_SERIAL_THREAD)
      atomic_fetch_add(&serial[round], 1);
    else
      assert(result == 0);
  }
  return unused;
}

int main(void) {
  assert(pthread_barrier_init(&barrier, NULL, 0) == EINVAL);
  assert(pthread_barrier_init(&barrier, NULL, threads_in_all) == 0);
  pthread_t threads[threads_in_all - 1];
  for (int i = 0; i < threads_in_all - 1; ++i) assert(pthread_create(&threads[i], NULL, go_round, NULL) == 0);
  go_round(NULL);
  for (int i = 0; i < threads_in_all - 1; ++i) assert(pthread_join(threads[i], NULL) == 0);
  for (int round = 0; round < rounds; ++round) assert(serial[round] == 1);
  assert(pthread_barrier_destroy(&barrier) == 0);
  assert(pthread_barrier_init(&barrier, NULL, 1) == 0);
  assert(pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD);
  assert(pthread_barrier_destroy(&barrier) == 0);
  return 0;
}
