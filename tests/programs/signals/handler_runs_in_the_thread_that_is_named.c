// pthread_kill runs the handler in the thread it names, before that one waits or ends.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>

static volatile sig_atomic_t handled;
static pthread_t handled_by;

static void handle(int number) {
  handled_by = pthread_self();
  handled = number;
}

static void* wait_for_the_signal(void* unused) {
  while (!handled) sched_yield();
  return unused;
}

int main(void) {
  struct sigaction action = {.sa_handler = handle};
  assert(sigaction(SIGUSR1, &action, NULL) == 0);
  pthread_t thread;
  pthread_create(&thread, NULL, wait_for_the_signal, NULL);
  assert(pthread_kill(thread, SIGUSR1) == 0);
  pthread_join(thread, NULL);
  assert(handled == SIGUSR1 && pthread_equal(handled_by, thread));
  return 0;
}
