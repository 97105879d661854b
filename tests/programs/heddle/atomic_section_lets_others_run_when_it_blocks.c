// A thread that blocks inside an atomic section lets others run, and is alone again once it goes on.
// CHECK: passes
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void* add_under_the_lock(void* unused) {
  assert(pthread_mutex_lock(&mutex) == 0);
  int seen = counter;
  counter = seen + 1;
  assert(pthread_mutex_unlock(&mutex) == 0);
  return unused;
}

static void* add_in_a_section(void* unused) {
  heddle_atomic_begin();
  assert(pthread_mutex_lock(&mutex) == 0);
  int seen = counter;
  counter = seen + 1;
  assert(pthread_mutex_unlock(&mutex) == 0);
  heddle_atomic_end();
  return unused;
}

int main(void) {
  pthread_t threads[3];
  assert(pthread_create(&threads[0], NULL, add_under_the_lock, NULL) == 0);
  assert(pthread_create(&threads[1], NULL, add_in_a_section, NULL) == 0);
  assert(pthread_create(&threads[2], NULL, add_in_a_section, NULL) == 0);
  for (int i = 0; i < 3; ++i) assert(pthread_join(threads[i], NULL) == 0);
  assert(counter == 3);
  return 0;
}
