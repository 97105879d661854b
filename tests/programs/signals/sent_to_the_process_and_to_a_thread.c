// The same signal, sent to the process and to its only thread that lets it in, is handled twice.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int handled;
static sem_t ready, end;
static sigset_t set;

static void handle(int number) {
  (void)number;
  ++handled;
}

static void* let_in(void* unused) {
  pthread_sigmask(SIG_UNBLOCK, &set, 0);
  sem_post(&ready);
  while (sem_wait(&end) == -1) {
  }
  return unused;
}

int main(void) {
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, 0);
  struct sigaction action = {.sa_handler = handle, .sa_flags = SA_RESTART};
  sigaction(SIGUSR1, &action, 0);
  sem_init(&ready, 0, 0);
  sem_init(&end, 0, 0);
  pthread_t thread;
  pthread_create(&thread, 0, let_in, 0);
  sem_wait(&ready);
  kill(getpid(), SIGUSR1);
  pthread_kill(thread, SIGUSR1);
  sem_post(&end);
  pthread_join(thread, 0);
  assert(handled == 2);
  return 0;
}
