// A waiter checks under the lock and waits outside of it.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool ready;

static void* get_ready(void*) {
  pthread_mutex_lock(&mutex);
  ready = true;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&mutex);
  return nullptr;
}

static bool is_ready() {
  pthread_mutex_lock(&mutex);
  const bool result = ready;
  pthread_mutex_unlock(&mutex);
  return result;
}

int main() {
  pthread_t other;
  pthread_create(&other, nullptr, get_ready, nullptr);
  while (!is_ready()) {
    pthread_cond_wait(&changed, &mutex);
  }
  pthread_join(other, nullptr);
}
