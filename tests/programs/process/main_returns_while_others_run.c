// main may return while another thread runs on and on.
// CHECK: passes
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int turns;

static void* run_on(void* unused) {
  for (;;) {
    atomic_fetch_add(&turns, 1);
    sched_yield();
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  assert(pthread_create(&thread, NULL, run_on, NULL) == 0);
  while (atomic_load(&turns) < 3) sched_yield();
  return 0;
}
