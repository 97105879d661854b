// When try_lock fails the thread lets go of the first lock and begins anew.
// CHECK: passes
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex a;
static std::mutex b;
static int inside;

static void use(std::mutex& first, std::mutex& second) {
  for (;;) {
    {
      std::lock_guard lock(first);
      if (second.try_lock()) {
        assert(++inside == 1);
        --inside;
        second.unlock();
        return;
      }
    }
    std::this_thread::yield();
  }
}

int main() {
  std::thread one([] { use(a, b); });
  std::thread two([] { use(b, a); });
  one.join();
  two.join();
}
