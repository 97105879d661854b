// All threads block the signal, and one waits for it with sigwait: the usual way to shut down.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int stopping;

static void* wait_for_signals(void* set) {
  int number = 0;
  assert(sigwait(set, &number) == 0 && number == SIGTERM);
  pthread_mutex_lock(&mutex);
  stopping = 1;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&mutex);
  return NULL;
}

static void* work(void* unused) {
  pthread_mutex_lock(&mutex);
  while (!stopping) pthread_cond_wait(&changed, &mutex);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  pthread_t waiter, worker;
  pthread_create(&waiter, NULL, wait_for_signals, &set);
  pthread_create(&worker, NULL, work, NULL);
  assert(kill(getpid(), SIGTERM) == 0);
  pthread_join(waiter, NULL);
  pthread_join(worker, NULL);
  return 0;
}
