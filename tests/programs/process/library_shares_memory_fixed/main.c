// What a library shares between processes begins anew with the program only.
// CHECK: passes
// RUNS: 100
// RESET: exec
// LIBRARY: lib.c
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int count_execution(void);

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void* add(void* unused) {
  pthread_mutex_lock(&mutex);
  ++total;
  pthread_mutex_unlock(&mutex);
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
  assert(total == executions + 2);
}
