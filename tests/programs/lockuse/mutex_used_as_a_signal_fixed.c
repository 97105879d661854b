// A semaphore is waited for by one thread and posted by another, to let it go on.
// CHECK: passes
// TSAN: silent
#include <pthread.h>
#include <semaphore.h>

static sem_t gate;

static void* open_gate(void* unused) {
  sem_post(&gate);
  return unused;
}

int main(void) {
  sem_init(&gate, 0, 0);
  pthread_t opener;
  pthread_create(&opener, NULL, open_gate, NULL);
  pthread_join(opener, NULL);
  sem_wait(&gate);
  return 0;
}
