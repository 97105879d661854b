// A unique_ptr gives its object away over an atomic pointer with release and acquire.
// CHECK: passes
// TSAN: silent
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

static std::atomic<int*> mailbox;

int main() {
  std::thread sender([] {
    auto message = std::make_unique<int>(0);
    *message = 42;
    mailbox.store(message.release(), std::memory_order_release);
  });
  int* received = nullptr;
  while (!(received = mailbox.load(std::memory_order_acquire))) {
  }
  const std::unique_ptr<int> message(received);
  assert(*message == 42);
  sender.join();
}
