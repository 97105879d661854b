// Destructors of thread-specific data run at thread end, in it, before join returns, and repeat while values reappear.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <limits.h>
#include <pthread.h>

static pthread_key_t once_key;
static pthread_key_t stubborn_key;
static pthread_key_t plain_key;
static int once_calls;
static int stubborn_calls;
static pthread_t owner;

static void destroy_once(void* value) {
  assert(value == &once_calls);
  assert(pthread_equal(pthread_self(), owner));
  assert(pthread_getspecific(once_key) == NULL);
  ++once_calls;
}

static void destroy_stubbornly(void* value) {
  assert(value == &stubborn_calls);
  ++stubborn_calls;
  assert(pthread_setspecific(stubborn_key, value) == 0);
}

static void* own_values(void* unused) {
  owner = pthread_self();
  assert(pthread_setspecific(once_key, &once_calls) == 0);
  assert(pthread_setspecific(stubborn_key, &stubborn_calls) == 0);
  assert(pthread_setspecific(plain_key, &owner) == 0);
  return unused;
}

static void* own_nothing(void* unused) { return unused; }

static void run(void* (*body)(void*)) {
  pthread_t thread;
  assert(pthread_create(&thread, NULL, body, NULL) == 0);
  assert(pthread_join(thread, NULL) == 0);
}

int main(void) {
  assert(pthread_key_create(&once_key, destroy_once) == 0);
  assert(pthread_key_create(&stubborn_key, destroy_stubbornly) == 0);
  assert(pthread_key_create(&plain_key, NULL) == 0);
  run(own_values);
  assert(once_calls == 1);
  assert(stubborn_calls == PTHREAD_DESTRUCTOR_ITERATIONS);
  run(own_nothing);
  assert(once_calls == 1);
  assert(stubborn_calls == PTHREAD_DESTRUCTOR_ITERATIONS);
  return 0;
}
