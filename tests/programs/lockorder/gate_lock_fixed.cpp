// Opposite orders inside of a gate that lets one thread in at a time: no deadlock.
// CHECK: passes
// TSAN: false-alarm
#include <mutex>
#include <thread>

static std::mutex gate;
static std::mutex left;
static std::mutex right;

int main() {
  std::thread one([] {
    std::lock_guard entered(gate);
    std::lock_guard outer(left);
    std::lock_guard inner(right);
  });
  {
    std::lock_guard entered(gate);
    std::lock_guard outer(right);
    std::lock_guard inner(left);
  }
  one.join();
}
