// A program that runs for ever without a fault: no execution came to an end, and that is said first.
// HUNT: --executions=60
// LEDGER: step-limit
// COMPLETE: no
// SAYS: no execution came to an end
// SAYS: make the program end by itself
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int requests;

static void* serve(void* unused) {
  for (;;) {
    pthread_mutex_lock(&mutex);
    ++requests;
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, serve, NULL);
  serve(NULL);
}
