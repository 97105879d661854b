// Opposite orders, the second one when a promise of the first thread is kept.
// CHECK: passes
#include <future>
#include <mutex>
#include <thread>

static std::mutex left;
static std::mutex right;

int main() {
  std::promise<void> done;
  std::thread one([&done] {
    {
      std::lock_guard outer(left);
      std::lock_guard inner(right);
    }
    done.set_value();
  });
  std::thread two([ready = done.get_future()]() mutable {
    ready.wait();
    std::lock_guard outer(right);
    std::lock_guard inner(left);
  });
  one.join();
  two.join();
}
