// Opposite orders of spin locks, the second one behind a byte of a pipe.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static pthread_spinlock_t left;
static pthread_spinlock_t right;
static int ends[2];

static void both(pthread_spinlock_t* outer, pthread_spinlock_t* inner) {
  pthread_spin_lock(outer);
  pthread_spin_lock(inner);
  pthread_spin_unlock(inner);
  pthread_spin_unlock(outer);
}

static void* before(void* unused) {
  both(&left, &right);
  assert(write(ends[1], "!", 1) == 1);
  return unused;
}

static void* behind(void* unused) {
  char byte;
  assert(read(ends[0], &byte, 1) == 1);
  both(&right, &left);
  return unused;
}

int main(void) {
  assert(pipe(ends) == 0);
  pthread_spin_init(&left, PTHREAD_PROCESS_PRIVATE);
  pthread_spin_init(&right, PTHREAD_PROCESS_PRIVATE);
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, before, NULL);
  pthread_create(&threads[1], NULL, behind, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  close(ends[0]);
  close(ends[1]);
  return 0;
}
