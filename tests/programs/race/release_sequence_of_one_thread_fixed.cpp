// A relaxed read-modify-write in the thread that began it does not end a release sequence.
// CHECK: passes
// TSAN: silent
#include <atomic>
#include <cassert>
#include <thread>

static int message;
static std::atomic<int> stage;

int main() {
  std::thread sender([] {
    message = 42;
    stage.store(1, std::memory_order_release);
    stage.fetch_add(1, std::memory_order_relaxed);
  });
  while (stage.load(std::memory_order_acquire) != 2) {
  }
  assert(message == 42);
  sender.join();
}
