// Main writes the second thread's argument when the first runs already: in the same eight bytes, but not the same cell.
// EXECUTIONS: 2
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void* add(void* number) {
  pthread_mutex_lock(&lock);
  sum += *(int*)number;
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  _Alignas(8) int numbers[2];
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) {
    numbers[i] = i;
    pthread_create(&threads[i], NULL, add, &numbers[i]);
  }
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  return 0;
}
