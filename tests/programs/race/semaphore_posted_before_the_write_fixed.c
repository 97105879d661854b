// The semaphore is posted when the message is written.
// CHECK: passes
// TSAN: silent
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t sent;
static int message;

static void* send(void* unused) {
  message += 42;
  sem_post(&sent);
  return unused;
}

int main(void) {
  sem_init(&sent, 0, 0);
  pthread_t sender;
  pthread_create(&sender, NULL, send, NULL);
  sem_wait(&sent);
  assert(message == 0 || message == 42);
  pthread_join(sender, NULL);
  return 0;
}
