// Both threads go through call_once.
// CHECK: passes
// TSAN: crash
#include <assert.h>
#include <threads.h>

static once_flag once = ONCE_FLAG_INIT;
static int config;

static void initialise(void) { config += 42; }

static int use(void* unused) {
  (void)unused;
  call_once(&once, initialise);
  assert(config == 42);
  return 0;
}

int main(void) {
  thrd_t thread;
  thrd_create(&thread, use, NULL);
  call_once(&once, initialise);
  assert(config == 0 || config == 42);
  thrd_join(thread, NULL);
  return 0;
}
