// Memory from malloc that nobody wrote decides which lock is taken.
// VARIES: uninitialised_heap_takes_a_lock.c:14
// VARIES: uninitialised
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int counts[2];

static void* count(void* unused) {
  int* box = malloc(sizeof *box);
  int* volatile hidden = box;
  int which = *hidden & 1;
  pthread_mutex_lock(which ? &locks[1] : &locks[0]);
  ++counts[which];
  pthread_mutex_unlock(&locks[which]);
  free(box);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, count, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  return 0;
}
