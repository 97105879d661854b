// The signal comes between the check and pause: it is lost.
// FAILS: deadlock
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t arrived;
static pthread_t main_thread;

static void note(int number) { arrived = number; }

static void* interrupt(void* unused) {
  pthread_kill(main_thread, SIGUSR1);
  return unused;
}

int main(void) {
  struct sigaction action = {.sa_handler = note};
  sigaction(SIGUSR1, &action, NULL);
  main_thread = pthread_self();
  pthread_t thread;
  pthread_create(&thread, NULL, interrupt, NULL);
  while (!arrived) pause();  // REPORTED
  pthread_join(thread, NULL);
  return 0;
}
