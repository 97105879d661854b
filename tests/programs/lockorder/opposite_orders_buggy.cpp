// Two mutexes are taken in opposite orders, by threads that seldom meet.
// FAILS: deadlock
// HINT: possible-deadlock
// TSAN: lock-order-inversion
#include <mutex>
#include <thread>

static std::mutex left;
static std::mutex right;

static void swap_left() {
  std::lock_guard outer(left);
  std::lock_guard inner(right);  // REPORTED
}

static void swap_right() {
  std::lock_guard outer(right);
  std::lock_guard inner(left);  // REPORTED
}

int main() {
  std::thread one(swap_left);
  swap_right();
  one.join();
}
