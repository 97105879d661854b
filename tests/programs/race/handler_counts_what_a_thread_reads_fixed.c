// A signal handler counts in an atomic variable that another thread reads.
// CHECK: passes
// TSAN: silent
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

static atomic_int signals;

static void handle(int number) {
  (void)number;
  ++signals;
}

static void* look(void* unused) {
  assert(signals == 0 || signals == 1);
  return unused;
}

int main(void) {
  signal(SIGUSR1, handle);
  pthread_t looker;
  pthread_create(&looker, NULL, look, NULL);
  raise(SIGUSR1);
  pthread_join(looker, NULL);
  return 0;
}
