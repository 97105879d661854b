// A message is read through a pointer that is published relaxed: who has the pointer comes behind the message.
// CHECK: passes
// STRATEGY: wp
// HB: errs
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int*> published;
static int message;

int main() {
  std::thread sender([] {
    message = 42;
    published.store(&message, std::memory_order_relaxed);
  });
  std::thread receiver([] {
    if (const int* received = published.load(std::memory_order_relaxed)) {
      assert(*received == 42);
    }
  });
  sender.join();
  receiver.join();
}
