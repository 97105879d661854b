// It looks like a loop that waits, for nobody, but it ends by chance.
// CHECK: passes
#include <atomic>
#include <cstdlib>
#include <thread>

static std::atomic<bool> done;

int main() {
  std::thread other([] {
    while (!done.load() && std::rand() % 16 != 0) {
      std::this_thread::yield();
    }
  });
  other.join();
}
