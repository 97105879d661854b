// FUTEX_CMP_REQUEUE compares when it moves: it wakes nobody who waits for another value.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static atomic_int word, other;

static void* requeue(void* unused) {
  assert(syscall(SYS_futex, &word, FUTEX_CMP_REQUEUE, 1, 0, &other, 0) != 1);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, requeue, 0);
  word = 1;
  struct timespec soon = {.tv_nsec = 1000000};
  syscall(SYS_futex, &word, FUTEX_WAIT, 1, &soon, 0, 0);
  pthread_join(thread, 0);
  return 0;
}
