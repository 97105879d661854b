// call_once runs its function once and everyone finds it done.
// CHECK: passes
#include <assert.h>
#include <threads.h>

static once_flag once = ONCE_FLAG_INIT;
static int runs;

static void initialise(void) { ++runs; }

static int use(void* unused) {
  (void)unused;
  call_once(&once, initialise);
  assert(runs == 1);
  return runs;
}

int main(void) {
  thrd_t threads[3];
  for (int i = 0; i < 3; ++i) assert(thrd_create(&threads[i], use, NULL) == thrd_success);
  for (int i = 0; i < 3; ++i) {
    int result;
    assert(thrd_join(threads[i], &result) == thrd_success && result == 1);
  }
  return 0;
}
