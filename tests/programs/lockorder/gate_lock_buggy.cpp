// Opposite orders, and only one of the threads goes through the gate.
// FAILS: deadlock
// HINT: possible-deadlock
// TSAN: lock-order-inversion
#include <mutex>
#include <thread>

static std::mutex gate;
static std::mutex left;
static std::mutex right;

int main() {
  std::thread one([] {
    std::lock_guard entered(gate);
    std::lock_guard outer(left);
    std::lock_guard inner(right);  // REPORTED
  });
  {
    std::lock_guard outer(right);
    std::lock_guard inner(left);  // REPORTED
  }
  one.join();
}
