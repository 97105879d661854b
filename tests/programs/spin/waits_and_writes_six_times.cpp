// A loop that waits for a flag writes what is there already, at several places.
// FAILS: livelock no thread will write
#include <atomic>
#include <thread>

static std::atomic<bool> flag;
static std::atomic<int> numbers[6];

int main() {
  std::thread other([] {
    while (!flag.load(std::memory_order_relaxed)) {
      numbers[0].store(0);
      numbers[1].store(0);
      numbers[2].store(0);
      numbers[3].store(0);
      numbers[4].store(0);
      numbers[5].store(0);
    }
  });
  other.join();
}
