// A signal handler counts in a volatile variable that another thread reads.
// FAILS: data-race
// VARIABLE: signals
// TSAN: race
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

static volatile sig_atomic_t signals;

static void handle(int number) {
  (void)number;
  ++signals;  // REPORTED
}

static void* look(void* unused) {
  assert(signals == 0 || signals == 1);  // REPORTED
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
