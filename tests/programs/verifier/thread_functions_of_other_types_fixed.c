// As thread_functions_of_other_types_buggy.c, one after the other.
// CHECK: passes
#include <assert.h>
#include <pthread.h>

struct pair {
  int first, second;
};
static _Atomic struct pair unused;
static int sum;

static int add(int by) {
  sum += by;
  return 0;
}

int main(void) {
  pthread_t thread;
  unused.first = 1;
  pthread_create(&thread, 0, add, (void*)3);
  pthread_join(thread, 0);
  add(4);
  assert(sum == 7);
  return 0;
}
