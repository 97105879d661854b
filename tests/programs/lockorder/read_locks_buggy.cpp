// Opposite orders of two locks, the inner ones for writing.
// FAILS: deadlock
// HINT: possible-deadlock
// TSAN: lock-order-inversion
#include <mutex>
#include <shared_mutex>
#include <thread>

static std::shared_mutex left;
static std::shared_mutex right;

int main() {
  std::thread one([] {
    std::shared_lock outer(left);
    std::unique_lock inner(right);  // REPORTED
  });
  {
    std::shared_lock outer(right);
    std::unique_lock inner(left);  // REPORTED
  }
  one.join();
}
