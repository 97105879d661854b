// A thread that joins handles a signal, and is then cancelled: it does not go on waiting.
// CHECK: passes
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>

static sem_t end;
static pthread_t waiter;

static void handle(int number) { (void)number; }

static void* wait_for_end(void* unused) {
  while (sem_wait(&end) == -1) {
  }
  return unused;
}

static void* join(void* unused) {
  pthread_join(waiter, 0);
  return unused;
}

int main(void) {
  struct sigaction action = {.sa_handler = handle, .sa_flags = SA_RESTART};
  sigaction(SIGUSR1, &action, 0);
  sem_init(&end, 0, 0);
  pthread_create(&waiter, 0, wait_for_end, 0);
  pthread_t joiner;
  void* result;
  pthread_create(&joiner, 0, join, 0);
  pthread_kill(joiner, SIGUSR1);
  pthread_cancel(joiner);
  pthread_join(joiner, &result);
  sem_post(&end);
  if (result == PTHREAD_CANCELED) {
    pthread_join(waiter, 0);
  }
  return 0;
}
