// What a thread made with new is deleted by another one.
// CHECK: passes
// TSAN: silent
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int*> mailbox;

int main() {
  std::thread sender([] { mailbox = new int(42); });
  int* received = nullptr;
  while (!(received = mailbox)) {
  }
  assert(*received == 42);
  delete received;
  sender.join();
}
