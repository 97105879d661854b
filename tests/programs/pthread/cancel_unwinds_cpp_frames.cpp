// A cancelled C++ thread runs the destructors of its frames; a mutex wait is not a cancellation point.
// CHECK: passes
#include <pthread.h>

#include <cassert>
#include <condition_variable>
#include <mutex>

static std::mutex held_by_main;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
static int destroyed;
static bool got_the_mutex;

struct Counting {
  ~Counting() { ++destroyed; }
};

static void* body(void*) {
  Counting outer;
  {
    std::lock_guard lock(held_by_main);
    got_the_mutex = true;
  }
  Counting inner;
  pthread_mutex_lock(&mutex);
  for (;;) pthread_cond_wait(&never, &mutex);
}

int main() {
  held_by_main.lock();
  pthread_t thread;
  void* result = nullptr;
  assert(pthread_create(&thread, nullptr, body, nullptr) == 0);
  assert(pthread_cancel(thread) == 0);
  held_by_main.unlock();
  assert(pthread_join(thread, &result) == 0);
  assert(result == PTHREAD_CANCELED);
  assert(got_the_mutex);
  assert(destroyed == 2);
}
