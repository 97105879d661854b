// A message is read behind a flag that is set and awaited relaxed: no execution that is sequentially consistent races.
// CHECK: passes
// STRATEGY: wp
// HB: errs
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<bool> ready;
static int message;

int main() {
  std::thread sender([] {
    message = 42;
    ready.store(true, std::memory_order_relaxed);
  });
  std::thread receiver([] {
    while (!ready.load(std::memory_order_relaxed)) {
    }
    assert(message == 42);
  });
  sender.join();
  receiver.join();
}
