// A worker that is told to stop returns without giving the lock back.
#include <pthread.h>

#include <atomic>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static std::atomic<bool> stop;
static int done;

static void* work(void*) {
  pthread_mutex_lock(&mutex);
  if (stop) {
    return nullptr;
  }
  ++done;
  pthread_mutex_unlock(&mutex);
  return nullptr;
}

int main() {
  pthread_t worker;
  pthread_create(&worker, nullptr, work, nullptr);
  stop = true;
  pthread_join(worker, nullptr);
}
