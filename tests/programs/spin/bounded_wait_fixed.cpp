// A thread looks three times and then waits in another way.
// CHECK: passes
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<bool> done;

int main() {
  std::thread other([] {
    done.store(true);
    done.notify_one();
  });
  for (int attempt = 0; attempt < 3 && !done.load(); ++attempt) {
    std::this_thread::yield();
  }
  done.wait(false);
  assert(done.load());
  other.join();
}
