// Of a library that the program loads, nobody knows before whether it is in the focus.
// LOADED: loaded.c
// HUNT: --focus=call
// LEDGER: focus-unknown
// COMPLETE: yes
// SAYS: outside of the focus
#include <dlfcn.h>
#include <pthread.h>

#include "threads.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* call(void* add) {
  pthread_mutex_lock(&mutex);
  ((void (*)(void))add)();
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  void* add = dlsym(dlopen(LOADED, RTLD_NOW), "loaded_add");
  if (add == NULL) return 1;
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, call, add);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  return 0;
}
