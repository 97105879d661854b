// try_lock_for and try_lock_until fail when the holder never lets go, after their time, and succeed on a free mutex.
// CHECK: passes
#include <cassert>
#include <chrono>
#include <mutex>
#include <shared_mutex>
#include <thread>

using namespace std::chrono_literals;

template <class Mutex>
static void wait_in_vain() {
  Mutex mutex;
  assert(mutex.try_lock_for(0ms));
  std::thread([&] {
    auto until = std::chrono::steady_clock::now() + 1ms;
    assert(!mutex.try_lock_until(until));
    assert(std::chrono::steady_clock::now() >= until);
    assert(!mutex.try_lock_for(1ms));
    assert(!mutex.try_lock_until(std::chrono::system_clock::now() + 1ms));
    std::unique_lock lock(mutex, 1ms);
    assert(!lock.owns_lock());
  }).join();
  mutex.unlock();
}

int main() {
  wait_in_vain<std::timed_mutex>();
  wait_in_vain<std::recursive_timed_mutex>();
  wait_in_vain<std::shared_timed_mutex>();

  std::shared_timed_mutex shared;
  shared.lock();
  std::thread([&] { assert(!shared.try_lock_shared_for(1ms)); }).join();
  shared.unlock();
  shared.lock_shared();
  std::thread([&] {
    assert(shared.try_lock_shared_until(std::chrono::steady_clock::now() + 1ms));
    shared.unlock_shared();
  }).join();
  shared.unlock_shared();
}
