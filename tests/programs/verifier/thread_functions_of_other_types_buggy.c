// Threads may begin with functions of other types, as the C of 1989 allows; so is a member of an atomic structure.
// FAILS: data-race
// VARIABLE: sum
#include <pthread.h>

struct pair {
  int first, second;
};
static _Atomic struct pair unused;
static int sum;

static int add(int by) {
  sum += by;  // REPORTED
  return 0;
}

int main(void) {
  pthread_t thread;
  unused.first = 1;
  pthread_create(&thread, 0, add, (void*)3);
  add(4);
  pthread_join(thread, 0);
  return 0;
}
