// A frame ends, and its place is used again, when a relaxed flag says that nobody reads its variable.
// FAILS: data-race
// TSAN: race
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int*> shared;
static std::atomic<bool> done;

__attribute__((noinline)) static void lend() {
  int local = 42;
  shared.store(&local, std::memory_order_release);
  while (!done.load(std::memory_order_relaxed)) {
  }
}  // REPORTED

__attribute__((noinline)) static int reuse() {
  volatile int others[8] = {};  // REPORTED
  return others[0];
}

int main() {
  std::thread borrower([] {
    int* local = nullptr;
    while (!(local = shared.load(std::memory_order_acquire))) {
    }
    assert(*local == 42);  // REPORTED
    done.store(true, std::memory_order_release);
  });
  lend();
  assert(reuse() == 0);
  borrower.join();
}
