// The handler posts a semaphore, and a thread does what takes the mutex.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static sem_t arrived;
static int messages;
static pthread_t main_thread;

static void post(int number) {
  (void)number;
  sem_post(&arrived);
}

static void log_message(void) {
  pthread_mutex_lock(&mutex);
  ++messages;
  pthread_mutex_unlock(&mutex);
}

static void* interrupt(void* unused) {
  pthread_kill(main_thread, SIGUSR1);
  return unused;
}

int main(void) {
  struct sigaction action = {.sa_handler = post};
  sigaction(SIGUSR1, &action, NULL);
  sem_init(&arrived, 0, 0);
  main_thread = pthread_self();
  pthread_t thread;
  pthread_create(&thread, NULL, interrupt, NULL);
  log_message();
  while (sem_wait(&arrived) != 0) assert(errno == EINTR);
  log_message();
  pthread_join(thread, NULL);
  assert(messages == 2);
  return 0;
}
