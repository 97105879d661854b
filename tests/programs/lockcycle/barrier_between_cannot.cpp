// Both threads take the locks in one order before a barrier and in the other one behind it.
// CHECK: passes
#include <barrier>
#include <mutex>
#include <thread>

static std::mutex left;
static std::mutex right;
static std::barrier phase(2);

static void both(std::mutex& outer, std::mutex& inner) {
  std::lock_guard first(outer);
  std::lock_guard second(inner);
}

static void work() {
  both(left, right);
  phase.arrive_and_wait();
  both(right, left);
}

int main() {
  std::thread one(work);
  std::thread two(work);
  one.join();
  two.join();
}
