// Recursive mutexes can be locked again by their owner and are free after as many unlocks.
// CHECK: passes
#include <cassert>
#include <chrono>
#include <mutex>
#include <thread>

using namespace std::chrono_literals;

template <class Mutex>
static bool another_thread_gets(Mutex& mutex) {
  bool got = false;
  std::thread([&] {
    got = mutex.try_lock();
    if (got) mutex.unlock();
  }).join();
  return got;
}

template <class Mutex>
static void nest(Mutex& mutex, int depth) {
  std::lock_guard lock(mutex);
  assert(!another_thread_gets(mutex));
  if (depth > 0) nest(mutex, depth - 1);
}

int main() {
  std::recursive_mutex plain;
  nest(plain, 2);
  assert(another_thread_gets(plain));
  std::recursive_timed_mutex timed;
  nest(timed, 2);
  assert(another_thread_gets(timed));
  std::unique_lock first(timed);
  std::unique_lock second(timed, 1ms);
  assert(second.owns_lock());
  first.unlock();
  assert(!another_thread_gets(timed));
}
