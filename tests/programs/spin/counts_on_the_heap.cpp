// It looks like a loop that waits, for nobody, but it counts on the heap, where nobody else knows.
// CHECK: passes
#include <atomic>
#include <cassert>
#include <cstdlib>
#include <thread>

static std::atomic<bool> done;

static void wait() {
  auto* attempts = static_cast<volatile int*>(std::calloc(1, sizeof(int)));
  while (!done.load()) {
    std::this_thread::yield();
    *attempts = *attempts + 1;
    if (*attempts == 20) {
      break;
    }
  }
  assert(*attempts == 20);
  std::free(const_cast<int*>(attempts));
}

int main() {
  std::thread other(wait);
  wait();
  other.join();
}
