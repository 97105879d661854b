// What is seen before an execution is cut counts, and replays.
// HUNT: --all --executions=200
// LEDGER: step-limit
// COMPLETE: no
// FINDINGS: 1
// SAYS: data race on answers
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int requests;
static int answers;

static void* serve(void* unused) {
  for (;;) {
    pthread_mutex_lock(&mutex);
    ++requests;
    pthread_mutex_unlock(&mutex);
    ++answers;
  }
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, serve, NULL);
  serve(NULL);
}
