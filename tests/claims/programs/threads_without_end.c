// A program that creates threads for ever is cut at a number of threads that grows, and says so first.
// HUNT: --executions=40
// LEDGER: thread-limit
// COMPLETE: no
// SAYS: no execution came to an end
// SAYS: make the program end by itself
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
  for (;;) {
    pthread_t thread;
    pthread_create(&thread, NULL, add, NULL);
    pthread_join(thread, NULL);
  }
}
