// Two mutexes are taken in the same order.
// CHECK: passes
// TSAN: silent
#include <mutex>
#include <thread>

static std::mutex left;
static std::mutex right;

static void swap_left() {
  std::lock_guard outer(left);
  std::lock_guard inner(right);
}

static void swap_right() {
  std::lock_guard outer(left);
  std::lock_guard inner(right);
}

int main() {
  std::thread one(swap_left);
  swap_right();
  one.join();
}
