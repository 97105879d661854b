// Two threads, each of which sets its flag only when it has seen the other's.
// FAILS: livelock every thread spins on memory that no thread will write
#include <atomic>
#include <thread>

static std::atomic<bool> left;
static std::atomic<bool> right;

int main() {
  std::thread other([] {
    while (!left.load()) {
      std::this_thread::yield();
    }
    right.store(true);
  });
  while (!right.load()) {
  }
  left.store(true);
  other.join();
}
