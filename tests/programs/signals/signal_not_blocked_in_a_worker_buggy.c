// One thread waits with sigwait, but a worker was created before the signal was blocked, and dies of it.
// FAILS: crash SIGTERM
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <unistd.h>

static sem_t done;

static void* wait_for_signals(void* set) {
  int number = 0;
  sigwait(set, &number);
  sem_post(&done);
  return NULL;
}

static void* work(void* unused) {
  sem_wait(&done);
  return unused;
}

int main(void) {
  sem_init(&done, 0, 0);
  pthread_t waiter, worker;
  pthread_create(&worker, NULL, work, NULL);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  pthread_create(&waiter, NULL, wait_for_signals, &set);
  kill(getpid(), SIGTERM);  // REPORTED
  pthread_join(waiter, NULL);
  pthread_join(worker, NULL);
  return 0;
}
