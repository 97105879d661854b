// The same with a value.
// LEDGER: none
// COMPLETE: yes
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void* count(void* unused) {
  pthread_mutex_lock(&mutex);
  ++counter;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t thread;
  int nothing = 0;
  if (nothing == 0) pthread_create(&thread, NULL, count, NULL);
  pthread_mutex_lock(&mutex);
  ++counter;
  pthread_mutex_unlock(&mutex);
  if (nothing == 0) pthread_join(thread, NULL);
  return counter > 2;
}
