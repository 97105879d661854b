// Copies of one shared block under a mutex are whole, whichever thread wrote it last.
// CHECK: passes
#include <assert.h>
#include <pthread.h>
#include <string.h>

enum { size = 48 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static char shared[size];

static void* copy_in_and_out(void* letter) {
  char own[size];
  memset(own, *(char*)letter, size);
  for (int i = 0; i < 2; ++i) {
    assert(pthread_mutex_lock(&mutex) == 0);
    memcpy(shared, own, size);
    assert(pthread_mutex_unlock(&mutex) == 0);
    assert(pthread_mutex_lock(&mutex) == 0);
    memmove(own, shared, size);
    assert(pthread_mutex_unlock(&mutex) == 0);
    for (int j = 1; j < size; ++j) assert(own[j] == own[0]);
  }
  return NULL;
}

int main(void) {
  static char letters[] = {'a', 'b'};
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) assert(pthread_create(&threads[i], NULL, copy_in_and_out, &letters[i]) == 0);
  for (int i = 0; i < 2; ++i) assert(pthread_join(threads[i], NULL) == 0);
  assert(shared[0] == 'a' || shared[0] == 'b');
  return 0;
}
