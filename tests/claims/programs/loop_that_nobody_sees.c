// A loop in which heddle sees nothing is cut after a time. A program of nothing else hangs: its places are named.
// HUNT: --time=20s --hang-timeout=0.6
// EXIT: 3
// COMPLETE: no
// LEDGER: stuck unseen-wait
// SAYS: hangs: heddle observed no activity for 0.6 s
// SAYS: T1 is running
// SAYS: loop_that_nobody_sees.c:1
#include <pthread.h>
#include <stddef.h>

static void* loop(void* unused) {
  unsigned long rounds = 1;
  while (rounds != 0) {
    __asm__ volatile("" : "+r"(rounds));
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, loop, NULL);
  pthread_join(thread, NULL);
  return 0;
}
