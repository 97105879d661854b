// The mailbox is emptied by a relaxed exchange.
// FAILS: data-race
// VARIABLE: message
// TSAN: race
#include <atomic>
#include <cassert>
#include <thread>

static int message;
static std::atomic<int*> mailbox;

int main() {
  std::thread sender([] {
    message = 42;  // REPORTED
    mailbox.store(&message, std::memory_order_release);
  });
  int* received = nullptr;
  while (!received) {
    received = mailbox.exchange(nullptr, std::memory_order_relaxed);
  }
  assert(*received == 42);  // REPORTED
  sender.join();
}
