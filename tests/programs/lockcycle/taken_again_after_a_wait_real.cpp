// A wait gives the inner lock back, but not the outer one, which somebody with the inner lock wants.
// FAILS: deadlock
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex outer;
static std::mutex inner;
static std::condition_variable changed;
static bool ready;

int main() {
  std::thread other([] {
    std::lock_guard first(inner);
    std::lock_guard second(outer);  // REPORTED
  });
  std::thread waiter([] {
    std::lock_guard first(outer);
    std::unique_lock second(inner);              // REPORTED
    changed.wait(second, [] { return ready; });  // REPORTED
  });
  std::thread notifier([] {
    std::lock_guard held(inner);
    ready = true;
    changed.notify_one();
  });
  other.join();
  waiter.join();
  notifier.join();
}
