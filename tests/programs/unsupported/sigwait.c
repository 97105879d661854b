// Waiting for a signal by sigwait. Nobody sends one: main returns.
// UNSUPPORTED: sigwait
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>

static sigset_t user1;
static sem_t waiting;

static void* wait_for_the_signal(void* unused) {
  sem_post(&waiting);
  int number;
  sigwait(&user1, &number);
  return unused;
}

int main(void) {
  sem_init(&waiting, 0, 0);
  sigemptyset(&user1);
  sigaddset(&user1, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &user1, NULL);
  pthread_t thread;
  pthread_create(&thread, NULL, wait_for_the_signal, NULL);
  sem_wait(&waiting);
  return 0;
}
