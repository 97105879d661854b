// Opposite orders of two locks, all for reading: no deadlock.
// CHECK: passes
// TSAN: false-alarm
#include <shared_mutex>
#include <thread>

static std::shared_mutex left;
static std::shared_mutex right;

int main() {
  std::thread one([] {
    std::shared_lock outer(left);
    std::shared_lock inner(right);
  });
  {
    std::shared_lock outer(right);
    std::shared_lock inner(left);
  }
  one.join();
}
