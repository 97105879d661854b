// The pointer is stored relaxed, so a consume of it depends on nothing.
// FAILS: data-race
// VARIABLE: value
// TSAN: race
#include <atomic>
#include <cassert>
#include <thread>

struct Message {
  int value;
};

static Message message;
static std::atomic<Message*> published;

int main() {
  std::thread sender([] {
    message.value = 42;  // REPORTED
    published.store(&message, std::memory_order_relaxed);
  });
  Message* received = nullptr;
  while (!(received = published.load(std::memory_order_consume))) {
  }
  assert(received->value == 42);  // REPORTED
  sender.join();
}
