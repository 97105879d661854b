// A once routine that ends its thread has not run: the next thread, also one already waiting, runs it.
// CHECK: passes
#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int attempts;
static int done;

static void fail_the_first_time(void) {
  if (++attempts == 1) pthread_exit(NULL);
  done = 1;
}

static void* use(void* unused) {
  (void)unused;
  assert(pthread_once(&once, fail_the_first_time) == 0);
  assert(done && attempts == 2);
  return &done;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; ++i) assert(pthread_create(&threads[i], NULL, use, NULL) == 0);
  int completed = 0;
  for (int i = 0; i < 3; ++i) {
    void* result;
    assert(pthread_join(threads[i], &result) == 0);
    completed += result == &done;
  }
  assert(completed == 2);
  return 0;
}
