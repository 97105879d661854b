// Two threads read one signal from a signalfd: one of them waits for ever.
// FAILS: deadlock
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>

static int signals;

static void* take(void* unused) {
  struct signalfd_siginfo taken;
  (void)!read(signals, &taken, sizeof taken);  // REPORTED
  return unused;
}

int main(void) {
  sigset_t user1;
  sigemptyset(&user1);
  sigaddset(&user1, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &user1, NULL);
  signals = signalfd(-1, &user1, 0);
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, take, NULL);
  kill(getpid(), SIGUSR1);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  return 0;
}
