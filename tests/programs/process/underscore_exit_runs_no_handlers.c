// _exit ends the process at once: no exit handler runs.
// CHECK: passes
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static void must_not_run(void) { abort(); }

static void* leave(void* unused) {
  _exit(0);
  return unused;
}

int main(void) {
  assert(atexit(must_not_run) == 0);
  pthread_t thread;
  assert(pthread_create(&thread, NULL, leave, NULL) == 0);
  pthread_join(thread, NULL);
  return 1;
}
