// A signal handler run in another thread by pthread_kill.
// UNSUPPORTED: pthread_kill
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <signal.h>

static volatile sig_atomic_t handled;

static void handle(int number) { handled = number; }

static void* wait_for_the_signal(void* unused) {
  while (!handled) sched_yield();
  return unused;
}

int main(void) {
  struct sigaction action = {.sa_handler = handle};
  sigaction(SIGUSR1, &action, NULL);
  pthread_t thread;
  pthread_create(&thread, NULL, wait_for_the_signal, NULL);
  pthread_kill(thread, SIGUSR1);
  pthread_join(thread, NULL);
  return handled != SIGUSR1;
}
