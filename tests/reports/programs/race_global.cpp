// One of two threads adds to the total without the lock.
#include <pthread.h>

static pthread_mutex_t total_lock = PTHREAD_MUTEX_INITIALIZER;
static long total;

static void add(long amount) { total += amount; }

static void* add_with_lock(void*) {
  pthread_mutex_lock(&total_lock);
  add(1);
  pthread_mutex_unlock(&total_lock);
  return nullptr;
}

static void* add_without(void*) {
  add(2);
  return nullptr;
}

int main() {
  pthread_t threads[2];
  pthread_create(&threads[0], nullptr, add_with_lock, nullptr);
  pthread_create(&threads[1], nullptr, add_without, nullptr);
  pthread_join(threads[0], nullptr);
  pthread_join(threads[1], nullptr);
  return 0;
}
