// The semaphore is posted before the message is written.
// FAILS: data-race
// VARIABLE: message
// TSAN: race
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t sent;
static int message;

static void* send(void* unused) {
  sem_post(&sent);
  message += 42;  // REPORTED
  return unused;
}

int main(void) {
  sem_init(&sent, 0, 0);
  pthread_t sender;
  pthread_create(&sender, NULL, send, NULL);
  sem_wait(&sent);
  assert(message == 0 || message == 42);  // REPORTED
  pthread_join(sender, NULL);
  return 0;
}
