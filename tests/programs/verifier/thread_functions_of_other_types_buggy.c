// Threads that begin with functions of other types, and members of atomic structures, are compiled as gcc does it.
// FAILS: assertion sum == 7
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
  add(4);
  pthread_join(thread, 0);
  assert(sum == 7);  // REPORTED
  return 0;
}
