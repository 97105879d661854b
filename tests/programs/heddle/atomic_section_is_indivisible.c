// Nobody runs between heddle_atomic_begin and the matching heddle_atomic_end, also when they nest.
// CHECK: passes
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <sched.h>

static int counter;
static int inside;

static void add(void) {
  heddle_atomic_begin();
  int seen = counter;
  counter = seen + 1;
  heddle_atomic_end();
}

static void* work(void* unused) {
  for (int i = 0; i < 2; ++i) {
    heddle_atomic_begin();
    assert(++inside == 1);
    add();
    sched_yield();
    assert(--inside == 0);
    heddle_atomic_end();
  }
  return unused;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; ++i) assert(pthread_create(&threads[i], NULL, work, NULL) == 0);
  for (int i = 0; i < 3; ++i) assert(pthread_join(threads[i], NULL) == 0);
  assert(counter == 6);
  return 0;
}
