// A signal is queued with a pointer to a message, which the thread that waits for it reads and frees.
// CHECK: passes
// STRATEGY: wp
// HB: silent
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static sigset_t signals;

static void* receive(void* unused) {
  siginfo_t info;
  assert(sigwaitinfo(&signals, &info) == SIGUSR1);
  int* message = info.si_value.sival_ptr;
  assert(*message == 42);
  free(message);
  return unused;
}

int main(void) {
  sigemptyset(&signals);
  sigaddset(&signals, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &signals, NULL);
  pthread_t thread;
  pthread_create(&thread, NULL, receive, NULL);
  int* message = malloc(sizeof *message);
  *message = 42;
  sigqueue(getpid(), SIGUSR1, (union sigval){.sival_ptr = message});
  pthread_join(thread, NULL);
  return 0;
}
