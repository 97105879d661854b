// The exit status depends on who writes last.
// FAILS: exit 1
#include <pthread.h>

static int status;

static void* write_status(void* value) {
  status = *(int*)value;
  return NULL;
}

int main(void) {
  static int values[] = {1, 0};
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, write_status, &values[i]);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  return status;
}
