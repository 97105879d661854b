// Readers and writers wait for the same change, each with a mutex of their own.
#include <pthread.h>

#include <atomic>

static pthread_mutex_t readers = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t writers = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static std::atomic<bool> open;

static void* wait_until_open(void* mutex) {
  auto* own = static_cast<pthread_mutex_t*>(mutex);
  pthread_mutex_lock(own);
  while (!open) {
    pthread_cond_wait(&changed, own);
  }
  pthread_mutex_unlock(own);
  return nullptr;
}

int main() {
  pthread_t reader;
  pthread_t writer;
  pthread_create(&reader, nullptr, wait_until_open, &readers);
  pthread_create(&writer, nullptr, wait_until_open, &writers);
  pthread_mutex_lock(&readers);
  pthread_mutex_lock(&writers);
  open = true;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&writers);
  pthread_mutex_unlock(&readers);
  pthread_join(reader, nullptr);
  pthread_join(writer, nullptr);
}
