// Opposite orders, but whoever finds the other one at work, by a flag under a third lock, does nothing.
// CHECK: passes
#include <mutex>
#include <thread>

static std::mutex left;
static std::mutex right;
static std::mutex state;
static bool busy;

static bool begin() {
  std::lock_guard held(state);
  if (busy) {
    return false;
  }
  busy = true;
  return true;
}

static void end() {
  std::lock_guard held(state);
  busy = false;
}

static void both(std::mutex& outer, std::mutex& inner) {
  if (begin()) {
    {
      std::lock_guard first(outer);
      std::lock_guard second(inner);
    }
    end();
  }
}

int main() {
  std::thread one(both, std::ref(left), std::ref(right));
  std::thread two(both, std::ref(right), std::ref(left));
  one.join();
  two.join();
}
