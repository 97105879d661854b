// Where the first execution is longer than the first limit, the limit is raised until it ends: nothing is missing.
// LEDGER: none
// COMPLETE: yes
// EXECUTIONS: 1
// NEVER: gaps:
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void* add(void* unused) {
  for (int i = 0; i < 10000; ++i) {
    pthread_mutex_lock(&mutex);
    ++sum;
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, add, NULL);
  pthread_join(thread, NULL);
  return 0;
}
