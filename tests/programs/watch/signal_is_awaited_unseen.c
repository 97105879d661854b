// A message is read by a thread that waits for a signal, which is sent when it is written.
// CHECK: passes
// STRATEGY: wp
// HB: silent
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static int message;
static sigset_t signals;

static void* receive(void* unused) {
  int number;
  sigwait(&signals, &number);
  assert(message == 42);
  return unused;
}

int main(void) {
  sigemptyset(&signals);
  sigaddset(&signals, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &signals, NULL);
  pthread_t thread;
  pthread_create(&thread, NULL, receive, NULL);
  message = 42;
  pthread_kill(thread, SIGUSR1);
  pthread_join(thread, NULL);
  return 0;
}
