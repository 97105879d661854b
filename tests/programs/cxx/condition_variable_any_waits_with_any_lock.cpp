// condition_variable_any works with a shared lock and ends a wait when a stop is requested.
// CHECK: passes
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <shared_mutex>
#include <stop_token>
#include <thread>

using namespace std::chrono_literals;

static std::shared_mutex mutex;
static std::condition_variable_any changed;
static int ready;
static int stopped;

int main() {
  auto wait = [] {
    std::shared_lock lock(mutex);
    changed.wait(lock, [] { return ready == 1; });
  };
  std::thread one(wait);
  std::thread two(wait);
  {
    std::unique_lock lock(mutex);
    ready = 1;
  }
  changed.notify_all();
  one.join();
  two.join();

  {
    std::jthread waiter([](std::stop_token token) {
      std::unique_lock lock(mutex);
      bool satisfied = changed.wait(lock, token, [] { return false; });
      assert(!satisfied && token.stop_requested());
      ++stopped;
    });
  }
  assert(stopped == 1);
  std::unique_lock lock(mutex);
  assert(!changed.wait_for(lock, 1ms, [] { return false; }));
}
