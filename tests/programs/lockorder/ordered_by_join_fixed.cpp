// Opposite orders, but the one thread is joined before the other begins: no deadlock.
// CHECK: passes
// TSAN: false-alarm
#include <mutex>
#include <thread>

static std::mutex left;
static std::mutex right;

int main() {
  std::thread one([] {
    std::lock_guard outer(left);
    std::lock_guard inner(right);
  });
  one.join();
  {
    std::lock_guard outer(right);
    std::lock_guard inner(left);
  }
}
