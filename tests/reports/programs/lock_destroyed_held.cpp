// The lock is destroyed as soon as the work is done, while the worker still holds it.
#include <pthread.h>

#include <atomic>

static pthread_mutex_t mutex;
static std::atomic<bool> done;

static void* work(void*) {
  pthread_mutex_lock(&mutex);
  done = true;
  pthread_mutex_unlock(&mutex);
  return nullptr;
}

int main() {
  pthread_mutex_init(&mutex, nullptr);
  pthread_t worker;
  pthread_create(&worker, nullptr, work, nullptr);
  while (!done) {
  }
  pthread_mutex_destroy(&mutex);
  pthread_join(worker, nullptr);
}
