// In a test loop every pass starts without pending signals and timers, and with time at its beginning.
// CHECK: passes
// LOOP: safe
#define _GNU_SOURCE
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int handled;
static pthread_t main_thread;

static void handle(int number) {
  (void)number;
  ++handled;
}

static void* interrupt(void* unused) {
  pthread_kill(main_thread, SIGUSR1);
  return unused;
}

int main(void) {
  main_thread = pthread_self();
  struct sigaction action = {.sa_handler = handle};
  sigaction(SIGUSR1, &action, NULL);
  sigaction(SIGALRM, &action, NULL);
  do {
    handled = 0;
    heddle_start();
    sigset_t hang_up, pending;
    sigemptyset(&hang_up);
    sigaddset(&hang_up, SIGHUP);
    pthread_sigmask(SIG_BLOCK, &hang_up, NULL);
    sigpending(&pending);
    assert(!sigismember(&pending, SIGHUP));
    alarm(3);
    pthread_t thread;
    pthread_create(&thread, NULL, interrupt, NULL);
    pthread_join(thread, NULL);
    assert(handled == 1 || handled == 2);
    while (handled < 2) sleep(10);
    raise(SIGHUP);  // both are left behind
    alarm(100);
  } while (heddle_restart());
  return 0;
}
