// Opposite orders, but one thread only tries to get its second lock: no deadlock.
// CHECK: passes
// TSAN: silent
#include <mutex>
#include <thread>

static std::mutex left;
static std::mutex right;

int main() {
  std::thread one([] {
    std::lock_guard outer(left);
    std::lock_guard inner(right);
  });
  {
    std::lock_guard outer(right);
    std::unique_lock inner(left, std::try_to_lock);
  }
  one.join();
}
