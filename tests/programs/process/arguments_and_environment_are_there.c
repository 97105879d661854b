// main gets its arguments and environment; threads can read and, one at a time, change it.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* change(void* name) {
  assert(pthread_mutex_lock(&mutex) == 0);
  assert(getenv(name) == NULL);
  assert(setenv(name, "here", 1) == 0);
  assert(strcmp(getenv(name), "here") == 0);
  assert(pthread_mutex_unlock(&mutex) == 0);
  return NULL;
}

int main(int argc, char** argv, char** environment) {
  assert(argc >= 1 && argv[0] && argv[argc] == NULL);
  assert(environment != NULL);
  static char* names[] = {"HEDDLE_TEST_ONE", "HEDDLE_TEST_TWO"};
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) assert(pthread_create(&threads[i], NULL, change, names[i]) == 0);
  for (int i = 0; i < 2; ++i) assert(pthread_join(threads[i], NULL) == 0);
  for (int i = 0; i < 2; ++i) assert(strcmp(getenv(names[i]), "here") == 0);
  assert(unsetenv(names[0]) == 0 && getenv(names[0]) == NULL);
  return 0;
}
