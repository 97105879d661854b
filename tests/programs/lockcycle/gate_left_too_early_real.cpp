// Both threads go through a gate, but one leaves it before it has its second lock.
// FAILS: deadlock
#include <mutex>
#include <thread>

static std::mutex gate;
static std::mutex left;
static std::mutex right;

int main() {
  std::thread patient([] {
    std::lock_guard entered(gate);
    std::lock_guard outer(left);
    std::lock_guard inner(right);  // REPORTED
  });
  std::thread hasty([] {
    std::unique_lock entered(gate);
    std::lock_guard outer(right);
    entered.unlock();
    std::lock_guard inner(left);  // REPORTED
  });
  patient.join();
  hasty.join();
}
