// A function returns when a flag says that nobody reads its variable, and acquires what the reader released.
// CHECK: passes
// TSAN: silent
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int*> shared;
static std::atomic<bool> done;

__attribute__((noinline)) static void lend() {
  int local = 42;
  shared.store(&local, std::memory_order_release);
  while (!done.load(std::memory_order_acquire)) {
  }
}

int main() {
  std::thread borrower([] {
    int* local = nullptr;
    while (!(local = shared.load(std::memory_order_acquire))) {
    }
    assert(*local == 42);
    done.store(true, std::memory_order_release);
  });
  lend();
  borrower.join();
}
