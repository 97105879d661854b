// Handlers run while a thread waits for a mutex, a condition, a barrier or another thread; the wait goes on.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static pthread_barrier_t barrier;
static int ready;
static atomic_int handled;
static pthread_t main_thread;

static void handle(int number) {
  (void)number;
  ++handled;
}

static void* interrupt(void* unused) {
  assert(pthread_mutex_lock(&mutex) == 0);
  pthread_kill(main_thread, SIGUSR1);
  ready = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&mutex);
  pthread_kill(main_thread, SIGUSR2);
  pthread_barrier_wait(&barrier);
  pthread_kill(main_thread, SIGHUP);
  return unused;
}

int main(void) {
  struct sigaction action = {.sa_handler = handle};
  sigaction(SIGUSR1, &action, NULL);
  sigaction(SIGUSR2, &action, NULL);
  sigaction(SIGHUP, &action, NULL);
  pthread_barrier_init(&barrier, NULL, 2);
  main_thread = pthread_self();
  pthread_t thread;
  pthread_create(&thread, NULL, interrupt, NULL);
  assert(pthread_mutex_lock(&mutex) == 0);
  while (!ready) assert(pthread_cond_wait(&changed, &mutex) == 0);
  pthread_mutex_unlock(&mutex);
  pthread_barrier_wait(&barrier);
  assert(pthread_join(thread, NULL) == 0);
  assert(handled == 3);
  return 0;
}
