// A thread is to be stopped by a signal that interrupts its read, but the signal may come just before the call.
// FAILS: deadlock
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t stopping;
static int ends[2];

static void stop(int number) { stopping = number; }

static void* read_all(void* unused) {
  char letter;
  while (!stopping && read(ends[0], &letter, 1) == 1) {  // REPORTED
  }
  return unused;
}

int main(void) {
  struct sigaction action = {.sa_handler = stop};
  sigaction(SIGUSR1, &action, NULL);
  if (pipe(ends) != 0) return 1;
  pthread_t thread;
  pthread_create(&thread, NULL, read_all, NULL);
  pthread_kill(thread, SIGUSR1);
  pthread_join(thread, NULL);
  return 0;
}
