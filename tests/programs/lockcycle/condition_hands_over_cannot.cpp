// Opposite orders, the second one when a condition variable says that the first is done.
// CHECK: passes
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex left;
static std::mutex right;
static std::mutex state;
static std::condition_variable changed;
static bool done;

int main() {
  std::thread one([] {
    {
      std::lock_guard outer(left);
      std::lock_guard inner(right);
    }
    std::lock_guard held(state);
    done = true;
    changed.notify_one();
  });
  std::thread two([] {
    {
      std::unique_lock held(state);
      changed.wait(held, [] { return done; });
    }
    std::lock_guard outer(right);
    std::lock_guard inner(left);
  });
  one.join();
  two.join();
}
