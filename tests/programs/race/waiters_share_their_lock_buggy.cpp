// Two waiters come back from the condition with a shared lock, and both count.
// FAILS: data-race
// VARIABLE: served
// TSAN: race
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
  std::shared_lock lock(mutex);
  condition.wait(lock, [] { return open; });
  ++served;  // REPORTED
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
