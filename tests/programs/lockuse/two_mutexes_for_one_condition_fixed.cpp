// Two threads wait for one condition with the same mutex.
// CHECK: passes
// TSAN: silent
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex mutexes[2];
static std::condition_variable condition;
static bool open;

static void wait_with(std::mutex& mutex) {
  std::unique_lock lock(mutex);
  condition.wait(lock, [] { return open; });
}

int main() {
  std::thread one([] { wait_with(mutexes[0]); });
  std::thread two([] { wait_with(mutexes[0]); });
  {
    std::scoped_lock lock(mutexes[0], mutexes[1]);
    open = true;
  }
  condition.notify_all();
  one.join();
  two.join();
}
