// A signal to the process is handled by the one thread that does not block it.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <unistd.h>

static pthread_t handled_by;
static sem_t handled;

static void handle(int number) {
  (void)number;
  handled_by = pthread_self();
  sem_post(&handled);
}

static void* let_in(void* set) {
  pthread_sigmask(SIG_UNBLOCK, set, NULL);
  while (sem_wait(&handled) != 0) {
  }
  return NULL;
}

int main(void) {
  struct sigaction action = {.sa_handler = handle};
  sigaction(SIGUSR1, &action, NULL);
  sem_init(&handled, 0, 0);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  pthread_t thread;
  pthread_create(&thread, NULL, let_in, &set);
  kill(getpid(), SIGUSR1);
  pthread_join(thread, NULL);
  assert(pthread_equal(handled_by, thread));
  return 0;
}
