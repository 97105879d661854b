// Joining oneself gives EDEADLK, in main and in a thread; others can still join it.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_t main_thread;

static void* join_itself(void* value) {
  assert(pthread_join(pthread_self(), NULL) == EDEADLK);
  return value;
}

int main(void) {
  main_thread = pthread_self();
  int value;
  pthread_t thread;
  void* result;
  assert(pthread_join(main_thread, NULL) == EDEADLK);
  assert(pthread_create(&thread, NULL, join_itself, &value) == 0);
  assert(pthread_join(thread, &result) == 0);
  assert(result == &value);
  return 0;
}
