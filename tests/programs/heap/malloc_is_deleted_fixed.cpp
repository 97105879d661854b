// What a thread got from malloc is freed by another one.
// CHECK: passes
// TSAN: silent
#include <atomic>
#include <cstdlib>
#include <thread>

static std::atomic<void*> mailbox;

int main() {
  std::thread sender([] { mailbox = std::malloc(sizeof(int)); });
  void* received = nullptr;
  while (!(received = mailbox)) {
  }
  std::free(received);
  sender.join();
}
