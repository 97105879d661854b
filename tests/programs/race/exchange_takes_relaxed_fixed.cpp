// The mailbox is emptied by an exchange that acquires.
// CHECK: passes
// TSAN: silent
#include <atomic>
#include <cassert>
#include <thread>

static int message;
static std::atomic<int*> mailbox;

int main() {
  std::thread sender([] {
    message = 42;
    mailbox.store(&message, std::memory_order_release);
  });
  int* received = nullptr;
  while (!received) {
    received = mailbox.exchange(nullptr, std::memory_order_acquire);
  }
  assert(*received == 42);
  sender.join();
}
