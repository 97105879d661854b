// A callback is replaced while another thread asks whether there is one.
// FAILS: data-race
// VARIABLE: callback
// TSAN: race
#include <cassert>
#include <functional>
#include <mutex>
#include <thread>

static std::mutex mutex;
static std::function<int()> callback;

int main() {
  std::thread other([] {
    std::lock_guard lock(mutex);
    callback = [] { return 42; };  // REPORTED
  });
  const bool there = callback != nullptr;  // REPORTED
  other.join();
  assert(!there || callback() == 42);
}
