// A thread waits for a variable that it reads relative to a segment register, which no hook announces.
// CHECK: passes
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static _Atomic int looks;
static _Atomic int stores;
static int done;

static void* wait(void* unused) {
  // Nobody has set the base of %gs: it is 0.
  const volatile __seg_gs int* place = (const volatile __seg_gs int*)(uintptr_t)&done;
  while (*place == 0) {
    atomic_load(&looks);
  }
  return unused;
}

int main(void) {
  pthread_t waiter;
  pthread_create(&waiter, NULL, wait, NULL);
  atomic_store(&stores, 1);
  done = 1;
  pthread_join(waiter, NULL);
  return 0;
}
