// In the test loop: a counter under a mutex loses nothing; main takes part.
// CHECK: passes
// LOOP: safe
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void* add(void* unused) {
  for (int i = 0; i < 2; ++i) {
    assert(pthread_mutex_lock(&mutex) == 0);
    ++counter;
    assert(pthread_mutex_unlock(&mutex) == 0);
  }
  return unused;
}

int main(void) {
  do {
    counter = 0;
    heddle_start();
    pthread_t thread;
    assert(pthread_create(&thread, NULL, add, NULL) == 0);
    add(NULL);
    assert(pthread_join(thread, NULL) == 0);
    assert(counter == 4);
  } while (heddle_restart());
  return 0;
}
