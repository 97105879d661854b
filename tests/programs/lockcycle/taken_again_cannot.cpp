// A recursive mutex is taken once more inside of another lock, by a thread that has it already.
// CHECK: passes
#include <mutex>
#include <thread>

static std::recursive_mutex outer;
static std::mutex inner;
static int value;

static int read() {
  std::lock_guard held(outer);
  return value;
}

static void change() {
  std::lock_guard first(outer);
  std::lock_guard second(inner);
  value = read() + 1;
}

int main() {
  std::thread one(change);
  std::thread two(change);
  one.join();
  two.join();
}
