// A signal handler takes a mutex that the interrupted code may hold.
// FAILS: deadlock
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int messages;
static pthread_t main_thread;

static void log_message(int number) {
  (void)number;
  pthread_mutex_lock(&mutex);  // REPORTED
  ++messages;
  pthread_mutex_unlock(&mutex);
}

static void* interrupt(void* unused) {
  pthread_kill(main_thread, SIGUSR1);
  return unused;
}

int main(void) {
  struct sigaction action = {.sa_handler = log_message};
  sigaction(SIGUSR1, &action, NULL);
  main_thread = pthread_self();
  pthread_t thread;
  pthread_create(&thread, NULL, interrupt, NULL);
  log_message(0);
  pthread_join(thread, NULL);
  return 0;
}
