// Memory allocated by one thread can be grown and freed by another; large blocks too.
// CHECK: passes
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { blocks = 6 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static char* waiting;

static void* give(void* unused) {
  size_t size = 10;
  for (int i = 0; i < blocks; ++i, size *= 10) {
    char* block = malloc(size);
    assert(block);
    block[0] = (char)i;
    block[size - 1] = (char)i;
    assert(pthread_mutex_lock(&mutex) == 0);
    while (waiting) assert(pthread_cond_wait(&changed, &mutex) == 0);
    waiting = block;
    assert(pthread_cond_signal(&changed) == 0);
    assert(pthread_mutex_unlock(&mutex) == 0);
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  assert(pthread_create(&thread, NULL, give, NULL) == 0);
  size_t size = 10;
  for (int i = 0; i < blocks; ++i, size *= 10) {
    assert(pthread_mutex_lock(&mutex) == 0);
    while (!waiting) assert(pthread_cond_wait(&changed, &mutex) == 0);
    char* block = waiting;
    waiting = NULL;
    assert(pthread_cond_signal(&changed) == 0);
    assert(pthread_mutex_unlock(&mutex) == 0);
    block = realloc(block, size + size / 2);
    assert(block && block[0] == i && block[size - 1] == i);
    free(block);
  }
  assert(pthread_join(thread, NULL) == 0);
  return 0;
}
