// A message is read by the handler of a signal that its writer sends.
// CHECK: passes
// STRATEGY: wp
// HB: silent
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>

static int message;
static sem_t received;

static void receive(int number) {
  (void)number;
  assert(message == 42);
  sem_post(&received);
}

static void* wait_for_it(void* unused) {
  while (sem_wait(&received) != 0) {
  }
  return unused;
}

int main(void) {
  sem_init(&received, 0, 0);
  signal(SIGUSR1, receive);
  pthread_t thread;
  pthread_create(&thread, NULL, wait_for_it, NULL);
  message = 42;
  pthread_kill(thread, SIGUSR1);
  pthread_join(thread, NULL);
  return 0;
}
