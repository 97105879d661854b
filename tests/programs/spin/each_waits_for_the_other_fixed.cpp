// Two threads, each of which sets its flag before it waits for the other's.
// CHECK: passes
#include <atomic>
#include <thread>

static std::atomic<bool> left;
static std::atomic<bool> right;

int main() {
  std::thread other([] {
    right.store(true);
    while (!left.load()) {
      std::this_thread::yield();
    }
  });
  left.store(true);
  while (!right.load()) {
  }
  other.join();
}
