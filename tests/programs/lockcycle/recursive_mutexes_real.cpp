// Both threads take their recursive mutex twice before they want the other's.
// FAILS: deadlock
#include <mutex>
#include <thread>

static std::recursive_mutex left;
static std::recursive_mutex right;

static void both(std::recursive_mutex& outer, std::recursive_mutex& inner) {
  std::lock_guard once(outer);
  std::lock_guard twice(outer);
  std::lock_guard other(inner);  // REPORTED
}

int main() {
  std::thread one(both, std::ref(left), std::ref(right));
  std::thread two(both, std::ref(right), std::ref(left));
  one.join();
  two.join();
}
