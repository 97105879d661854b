// The routine of one pthread_once may call another; both are done when the outer one returns.
// CHECK: passes
#include <assert.h>
#include <pthread.h>

static pthread_once_t outer_once = PTHREAD_ONCE_INIT;
static pthread_once_t inner_once = PTHREAD_ONCE_INIT;
static int inner_runs;
static int outer_runs;

static void inner(void) { ++inner_runs; }

static void outer(void) {
  assert(pthread_once(&inner_once, inner) == 0);
  assert(inner_runs == 1);
  ++outer_runs;
}

static void* use_outer(void* unused) {
  assert(pthread_once(&outer_once, outer) == 0);
  assert(outer_runs == 1 && inner_runs == 1);
  return unused;
}

static void* use_inner(void* unused) {
  assert(pthread_once(&inner_once, inner) == 0);
  assert(inner_runs == 1);
  return unused;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; ++i) assert(pthread_create(&threads[i], NULL, i == 1 ? use_inner : use_outer, NULL) == 0);
  for (int i = 0; i < 3; ++i) assert(pthread_join(threads[i], NULL) == 0);
  return 0;
}
