// A name is freed where it is not the default one.
// CHECK: passes
// TSAN: silent
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
  if (old != default_name) free(old);
  pthread_join(thread, NULL);
  return 0;
}
