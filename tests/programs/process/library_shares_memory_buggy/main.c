// The same with a lost update: it is found, and replays.
// FAILS: assertion total == executions + 2
// RESET: exec
// LIBRARY: lib.c
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int count_execution(void);

static int total;

static void* add(void* unused) {
  ++total;
  return unused;
}

int main(void) {
  const int executions = count_execution();
  pthread_t other;
  pthread_create(&other, NULL, add, NULL);
  for (int count = 0; count <= executions; ++count) {
    add(NULL);
  }
  pthread_join(other, NULL);
  assert(total == executions + 2);  // REPORTED
}
