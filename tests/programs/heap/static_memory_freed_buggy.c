// A name is freed that may be the default one, which nobody allocated.
// FAILS: wrong-free
// TSAN: crash
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static char default_name[] = "none";
static _Atomic(char*) name;

static void* forget(void* unused) {
  char* old = atomic_exchange(&name, default_name);
  if (old != default_name) free(old);
  return unused;
}

int main(void) {
  name = malloc(8);
  pthread_t thread;
  pthread_create(&thread, NULL, forget, NULL);
  char* old = atomic_exchange(&name, default_name);
  free(old);  // REPORTED
  pthread_join(thread, NULL);
  return 0;
}
