// One thread goes through call_once, the other reads what it initialises without it.
// FAILS: data-race
// VARIABLE: config
// TSAN: crash
#include <assert.h>
#include <threads.h>

static once_flag once = ONCE_FLAG_INIT;
static int config;

static void initialise(void) { config += 42; }  // REPORTED

static int use(void* unused) {
  (void)unused;
  call_once(&once, initialise);
  assert(config == 42);
  return 0;
}

int main(void) {
  thrd_t thread;
  thrd_create(&thread, use, NULL);
  assert(config == 0 || config == 42);  // REPORTED
  thrd_join(thread, NULL);
  return 0;
}
