// A loop in which heddle sees nothing cannot be cut: the thread, the place, the steps so far and what to do are named.
// HUNT: --time=2s
// EXIT: 3
// COMPLETE: no
// SAYS: does it go on for ever? It was stopped after step
// SAYS: T1 is running
// SAYS: loop_that_nobody_sees.c:14
// SAYS: --time=
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
