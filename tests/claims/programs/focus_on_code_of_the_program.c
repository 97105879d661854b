// All code is the program's own.
// HUNT: --focus=call
// LEDGER: none
// COMPLETE: yes
#include <pthread.h>

#include "threads.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* call(void* add) {
  pthread_mutex_lock(&mutex);
  ((void (*)(void))add)();
  pthread_mutex_unlock(&mutex);
  return NULL;
}

static int calls;

static void own_add(void) { ++calls; }

int main(void) {
  void* add = (void*)own_add;
  if (add == NULL) return 1;
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, call, add);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  return 0;
}
