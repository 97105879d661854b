// A thread cancels the one that joins it, and ends at once.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static pthread_t joiner, joined;
static int cleaned;

static void clean(void* unused) {
  (void)unused;
  ++cleaned;
}

static void* cancel_joiner(void* unused) {
  pthread_cancel(joiner);
  return unused;
}

static void* join(void* unused) {
  pthread_cleanup_push(clean, 0);
  pthread_create(&joined, 0, cancel_joiner, 0);
  pthread_join(joined, 0);
  pthread_cleanup_pop(0);
  return unused;
}

int main(void) {
  void* result;
  pthread_create(&joiner, 0, join, 0);
  pthread_join(joiner, &result);
  assert(cleaned == (result == PTHREAD_CANCELED));
  return 0;
}
