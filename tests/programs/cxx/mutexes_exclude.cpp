// Every kind of standard mutex lets one owner in at a time.
// CHECK: passes
#include <cassert>
#include <mutex>
#include <shared_mutex>
#include <thread>

template <class Mutex>
static void two_threads_add() {
  Mutex mutex;
  int shared = 0;
  auto add = [&] {
    for (int i = 0; i < 2; ++i) {
      std::lock_guard lock(mutex);
      ++shared;
    }
  };
  std::thread one(add);
  std::thread two(add);
  one.join();
  two.join();
  assert(shared == 4);
  assert(mutex.try_lock());
  std::thread([&] { assert(!mutex.try_lock()); }).join();
  mutex.unlock();
}

int main() {
  two_threads_add<std::mutex>();
  two_threads_add<std::timed_mutex>();
  two_threads_add<std::recursive_mutex>();
  two_threads_add<std::recursive_timed_mutex>();
  two_threads_add<std::shared_mutex>();
  two_threads_add<std::shared_timed_mutex>();
}
