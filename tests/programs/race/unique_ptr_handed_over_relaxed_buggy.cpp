// A unique_ptr gives its object away over a relaxed atomic pointer.
// FAILS: data-race
// TSAN: race
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

static std::atomic<int*> mailbox;

int main() {
  std::thread sender([] {
    auto message = std::make_unique<int>(0);
    *message = 42;  // REPORTED
    mailbox.store(message.release(), std::memory_order_relaxed);
  });
  int* received = nullptr;
  while (!(received = mailbox.load(std::memory_order_acquire))) {
  }
  const std::unique_ptr<int> message(received);
  assert(*message == 42);  // REPORTED
  sender.join();
}
