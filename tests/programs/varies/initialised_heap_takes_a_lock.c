// Memory from calloc is initialised, and what realloc keeps stays so.
// EXECUTIONS: 2
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void* count(void* unused) {
  int* box = calloc(4, sizeof *box);
  box = realloc(box, 1000 * sizeof *box);
  int* volatile hidden = box;
  int which = (hidden[0] | hidden[3]) & 1;
  pthread_mutex_lock(&locks[which]);
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
