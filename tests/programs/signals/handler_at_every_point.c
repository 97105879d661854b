// Of k operations, the signal is sent before the i-th and handled before the j-th, i <= j: (k + 1)(k + 2) / 2.
// EXECUTIONS: 10
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

static atomic_int cell;
static pthread_t main_thread;

static void handle(int number) { (void)number; }

static void* send(void* unused) {
  pthread_kill(main_thread, SIGUSR1);
  return unused;
}

int main(void) {
  struct sigaction action = {.sa_handler = handle};
  sigaction(SIGUSR1, &action, NULL);
  main_thread = pthread_self();
  pthread_t thread;
  pthread_create(&thread, NULL, send, NULL);
  for (int i = 0; i < 3; ++i) atomic_store(&cell, i);
  pthread_join(thread, NULL);
  return 0;
}
