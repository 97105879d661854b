// trylock gives EBUSY while another thread, or the caller itself, holds a normal mutex, and 0 otherwise.
// CHECK: passes
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t held_by_main = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t contended = PTHREAD_MUTEX_INITIALIZER;
static int inside;

static void* try_both(void* unused) {
  assert(pthread_mutex_trylock(&held_by_main) == EBUSY);
  int result = pthread_mutex_trylock(&contended);
  assert(result == 0 || result == EBUSY);
  if (result == 0) {
    assert(++inside == 1);
    --inside;
    assert(pthread_mutex_unlock(&contended) == 0);
  }
  return unused;
}

int main(void) {
  assert(pthread_mutex_trylock(&held_by_main) == 0);
  assert(pthread_mutex_trylock(&held_by_main) == EBUSY);
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) assert(pthread_create(&threads[i], NULL, try_both, NULL) == 0);
  for (int i = 0; i < 2; ++i) assert(pthread_join(threads[i], NULL) == 0);
  assert(pthread_mutex_unlock(&held_by_main) == 0);
  assert(pthread_mutex_trylock(&held_by_main) == 0);
  assert(pthread_mutex_unlock(&held_by_main) == 0);
  return 0;
}
