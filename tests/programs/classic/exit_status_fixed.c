// The writers run one after the other.
// CHECK: passes
#include <pthread.h>

static int status;

static void* write_status(void* value) {
  status = *(int*)value;
  return NULL;
}

int main(void) {
  static int values[] = {1, 0};
  for (int i = 0; i < 2; ++i) {
    pthread_t thread;
    pthread_create(&thread, NULL, write_status, &values[i]);
    pthread_join(thread, NULL);
  }
  return status;
}
