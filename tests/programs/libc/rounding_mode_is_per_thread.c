// The rounding mode and floating-point flags belong to the thread and are inherited from its creator.
// CHECK: passes
// FLAGS: -frounding-math -lm
#define _GNU_SOURCE
#include <assert.h>
#include <fenv.h>
#include <math.h>
#include <pthread.h>
#include <sched.h>

static volatile double one = 1.0;
static volatile double three = 3.0;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* round_my_way(void* mode) {
  assert(fegetround() == FE_TOWARDZERO);
  assert(fesetround(*(int*)mode) == 0);
  double up_or_down[3];
  for (int i = 0; i < 3; ++i) {
    up_or_down[i] = one / three;
    sched_yield();
    assert(pthread_mutex_lock(&mutex) == 0);
    assert(pthread_mutex_unlock(&mutex) == 0);
    assert(fegetround() == *(int*)mode);
    assert(up_or_down[i] == up_or_down[0]);
  }
  assert(rint(2.5) == (*(int*)mode == FE_UPWARD ? 3.0 : 2.0));
  return NULL;
}

int main(void) {
  static int modes[] = {FE_UPWARD, FE_DOWNWARD, FE_TONEAREST};
  assert(fesetround(FE_TOWARDZERO) == 0);
  pthread_t threads[3];
  for (int i = 0; i < 3; ++i) assert(pthread_create(&threads[i], NULL, round_my_way, &modes[i]) == 0);
  for (int i = 0; i < 3; ++i) assert(pthread_join(threads[i], NULL) == 0);
  assert(fegetround() == FE_TOWARDZERO);
  return 0;
}
