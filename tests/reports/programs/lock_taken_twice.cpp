// A function that takes the lock is called by one that holds it, when the value is stale.
#include <pthread.h>

#include <atomic>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static std::atomic<bool> stale;
static int value;

static void refresh() {
  pthread_mutex_lock(&mutex);
  value = 2;
  pthread_mutex_unlock(&mutex);
}

static int look_up() {
  pthread_mutex_lock(&mutex);
  if (stale) {
    refresh();
  }
  const int found = value;
  pthread_mutex_unlock(&mutex);
  return found;
}

static void* change(void*) {
  stale = true;
  return nullptr;
}

int main() {
  pthread_t other;
  pthread_create(&other, nullptr, change, nullptr);
  look_up();
  pthread_join(other, nullptr);
}
