// The length of a text is measured before the lock is taken under which it may grow.
// FAILS: heap-overflow
// TSAN: silent
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static char text[32] = "short";
static atomic_int length = 5;

static void* extend(void* unused) {
  pthread_mutex_lock(&mutex);
  memcpy(text + 5, "er text", 8);
  length = 12;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t extender;
  pthread_create(&extender, NULL, extend, NULL);
  char* copy = malloc((size_t)length + 1);
  pthread_mutex_lock(&mutex);
  memcpy(copy, text, (size_t)length + 1);  // REPORTED
  pthread_mutex_unlock(&mutex);
  assert(copy[0] == 's');
  free(copy);
  pthread_join(extender, NULL);
  return 0;
}
