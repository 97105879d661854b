// Opposite orders, behind a gate that lets one thread in at a time.
// CHECK: passes
#include <pthread.h>

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t right = PTHREAD_MUTEX_INITIALIZER;

static void both(pthread_mutex_t* outer, pthread_mutex_t* inner) {
  pthread_mutex_lock(&gate);
  pthread_mutex_lock(outer);
  pthread_mutex_lock(inner);
  pthread_mutex_unlock(inner);
  pthread_mutex_unlock(outer);
  pthread_mutex_unlock(&gate);
}

static void* left_first(void* unused) {
  both(&left, &right);
  return unused;
}

static void* right_first(void* unused) {
  both(&right, &left);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, left_first, NULL);
  pthread_create(&threads[1], NULL, right_first, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
