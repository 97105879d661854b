// The main thread blocks the signal while it counts.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static volatile int counter;
static volatile sig_atomic_t handled;
static pthread_t main_thread;

static void count(int number) {
  counter = counter + 1;
  handled = number;
}

static void* interrupt(void* unused) {
  pthread_kill(main_thread, SIGUSR1);
  return unused;
}

int main(void) {
  struct sigaction action = {.sa_handler = count};
  sigaction(SIGUSR1, &action, NULL);
  main_thread = pthread_self();
  pthread_t thread;
  pthread_create(&thread, NULL, interrupt, NULL);
  sigset_t user1, before;
  sigemptyset(&user1);
  sigaddset(&user1, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &user1, &before);
  counter = counter + 1;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_join(thread, NULL);
  while (!handled) {
  }
  assert(counter == 2);
  return 0;
}
