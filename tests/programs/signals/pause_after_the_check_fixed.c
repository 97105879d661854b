// sigsuspend lets the signal in and waits, both at once.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>

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
  sigset_t user1, before;
  sigemptyset(&user1);
  sigaddset(&user1, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &user1, &before);
  pthread_t thread;
  pthread_create(&thread, NULL, interrupt, NULL);
  while (!arrived) assert(sigsuspend(&before) == -1 && errno == EINTR);
  sigset_t after;
  pthread_sigmask(SIG_BLOCK, NULL, &after);
  assert(sigismember(&after, SIGUSR1));
  pthread_join(thread, NULL);
  return 0;
}
