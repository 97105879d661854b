// Two threads work until they are told to end, which they look up under a lock; the sum is read when they have.
// CHECK: passes
// TSAN: silent
#include <mutex>
#include <thread>

static std::mutex state;
static bool goes_on = true;
static std::mutex work;
static int sum;

static bool is_to_go_on() {
  const std::lock_guard lock(state);
  return goes_on;
}

int main() {
  const auto worker = [] {
    while (is_to_go_on()) {
      const std::lock_guard lock(work);
      sum |= 1;
    }
  };
  std::thread one(worker);
  std::thread two(worker);
  {
    const std::lock_guard lock(state);
    goes_on = false;
  }
  one.join();
  two.join();
  return sum > 1 ? 1 : 0;
}
