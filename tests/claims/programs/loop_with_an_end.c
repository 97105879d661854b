// The same with an end.
// LEDGER: none
// COMPLETE: yes
// NEVER: does it run for ever
#include <pthread.h>
#include <stddef.h>

static void* loop(void* unused) {
  unsigned long rounds = 1;
  while (rounds++ < 1000) {
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
