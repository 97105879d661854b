// Two waiters come back from the condition with a lock of their own, and both count.
// CHECK: passes
// TSAN: silent
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <shared_mutex>
#include <thread>

static std::shared_mutex mutex;
static std::condition_variable_any condition;
static bool open;
static int served;

static void visit() {
  std::unique_lock lock(mutex);
  condition.wait(lock, [] { return open; });
  ++served;
}

int main() {
  std::thread one(visit);
  std::thread two(visit);
  {
    std::unique_lock lock(mutex);
    open = true;
  }
  condition.notify_all();
  one.join();
  two.join();
  assert(served == 1 || served == 2);
}
