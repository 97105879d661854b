// The opposite order is taken by an initialisation, which nobody passes before it is done.
// CHECK: passes
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex left;
static std::mutex right;
static std::once_flag once;
static int value;

static void initialise() {
  std::lock_guard outer(right);
  std::lock_guard inner(left);
  value = 42;
}

static void use() {
  std::call_once(once, initialise);
  std::lock_guard outer(left);
  std::lock_guard inner(right);
  assert(value == 42);
}

int main() {
  std::thread one(use);
  std::thread two(use);
  one.join();
  two.join();
}
