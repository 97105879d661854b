// The sender has gone on behind the signal, and the thread sees that before it handles the signal, or not.
// STATES: 0,0 0,1 1,0 1,1
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

#include "states.h"

static atomic_int behind, handled;
static pthread_t main_thread;

static void handle(int number) {
  (void)number;
  atomic_store(&handled, 1);
}

static void* send(void* unused) {
  pthread_kill(main_thread, SIGUSR1);
  atomic_store(&behind, 1);
  return unused;
}

int main(void) {
  struct sigaction action = {.sa_handler = handle};
  sigaction(SIGUSR1, &action, NULL);
  main_thread = pthread_self();
  pthread_t thread;
  pthread_create(&thread, NULL, send, NULL);
  int seen = atomic_load(&behind);
  int before = atomic_load(&handled);
  pthread_join(thread, NULL);
  if (!atomic_load(&handled)) abort();
  final_state("%d,%d", seen, before);
  return 0;
}
