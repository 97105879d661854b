// quick_exit runs the handlers of at_quick_exit, last registered first, and none of atexit.
// CHECK: passes
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static int handlers_run;

static void must_not_run(void) { abort(); }
static void registered_first(void) {
  if (++handlers_run != 2) _exit(1);
}
static void registered_second(void) {
  if (++handlers_run != 1) _exit(1);
}

static void* leave(void* unused) {
  quick_exit(0);
  return unused;
}

int main(void) {
  assert(atexit(must_not_run) == 0);
  assert(at_quick_exit(registered_first) == 0);
  assert(at_quick_exit(registered_second) == 0);
  pthread_t thread;
  assert(pthread_create(&thread, NULL, leave, NULL) == 0);
  pthread_join(thread, NULL);
  return 1;
}
