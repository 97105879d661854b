// Opposite orders, by whoever wins an atomic exchange and for as long as it keeps it.
// CHECK: passes
#include <atomic>
#include <mutex>
#include <thread>

static std::mutex left;
static std::mutex right;
static std::atomic<bool> owned;

static void both(std::mutex& outer, std::mutex& inner) {
  if (!owned.exchange(true)) {
    {
      std::lock_guard first(outer);
      std::lock_guard second(inner);
    }
    owned = false;
  }
}

int main() {
  std::thread one(both, std::ref(left), std::ref(right));
  std::thread two(both, std::ref(right), std::ref(left));
  one.join();
  two.join();
}
