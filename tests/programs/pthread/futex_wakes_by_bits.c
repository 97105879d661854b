// Of the waiters, FUTEX_WAKE_BITSET wakes one whose bits match, and not nobody.
// CHECK: passes
#define _GNU_SOURCE
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int word;

static void* wait_for(void* bits) {
  syscall(SYS_futex, &word, FUTEX_WAIT_BITSET, 0, 0, 0, (int)(long)bits);
  return 0;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, 0, wait_for, (void*)1);
  pthread_create(&other, 0, wait_for, (void*)2);
  word = 1;
  syscall(SYS_futex, &word, FUTEX_WAKE_BITSET, 1, 0, 0, 1);
  syscall(SYS_futex, &word, FUTEX_WAKE_BITSET, 1, 0, 0, 2);
  pthread_join(one, 0);
  pthread_join(other, 0);
  return 0;
}
