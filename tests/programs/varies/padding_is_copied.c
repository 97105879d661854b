// Uninitialised bytes are copied and compared, but nothing is decided by them.
// EXECUTIONS: 2
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct Padded {
  char first;
  long second;
  char third;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static volatile int compared;

static void* copy(void* unused) {
  struct Padded* from = malloc(sizeof *from);
  struct Padded to;
  from->first = 1;
  from->second = 2;
  from->third = 3;
  memcpy(&to, from, sizeof to);
  pthread_mutex_lock(&lock);
  compared = memcmp(&to, from, sizeof to) == 0;
  pthread_mutex_unlock(&lock);
  free(from);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, copy, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  return 0;
}
