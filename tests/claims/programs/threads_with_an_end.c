// The same with an end, and with more threads than the first limit: the limit is raised until it does.
// HUNT: --bound=0
// LEDGER: none
// COMPLETE: yes
// EXECUTIONS: 1
// NEVER: gaps:
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void* add(void* unused) {
  pthread_mutex_lock(&mutex);
  ++sum;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  for (int i = 0; i < 100; ++i) {
    pthread_t thread;
    pthread_create(&thread, NULL, add, NULL);
    pthread_join(thread, NULL);
  }
  return 0;
}
