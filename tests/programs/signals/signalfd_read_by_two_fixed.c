// Two threads read one queued signal each from a signalfd.
// CHECK: passes
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>

static int signals;

static void* take(void* unused) {
  struct signalfd_siginfo taken;
  (void)!read(signals, &taken, sizeof taken);
  return unused;
}

int main(void) {
  sigset_t queued;
  sigemptyset(&queued);
  sigaddset(&queued, SIGRTMIN);
  pthread_sigmask(SIG_BLOCK, &queued, NULL);
  signals = signalfd(-1, &queued, 0);
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, take, NULL);
  for (int i = 0; i < 2; ++i) kill(getpid(), SIGRTMIN);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  return 0;
}
