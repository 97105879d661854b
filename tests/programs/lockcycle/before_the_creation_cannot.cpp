// Main takes the locks in the other order, before there is any thread and when all have ended.
// CHECK: passes
#include <mutex>
#include <thread>

static std::mutex left;
static std::mutex right;

static void both(std::mutex& outer, std::mutex& inner) {
  std::lock_guard first(outer);
  std::lock_guard second(inner);
}

int main() {
  both(right, left);
  std::thread one([] { both(left, right); });
  std::thread two([] { both(left, right); });
  one.join();
  two.join();
  both(right, left);
}
