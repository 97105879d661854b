// The pointer is stored with release and consumed.
// CHECK: passes
// TSAN: silent
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
    message.value = 42;
    published.store(&message, std::memory_order_release);
  });
  Message* received = nullptr;
  while (!(received = published.load(std::memory_order_consume))) {
  }
  assert(received->value == 42);
  sender.join();
}
