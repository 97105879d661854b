// What a thread got from malloc is deleted by another one.
// FAILS: wrong-free
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
  delete static_cast<int*>(received);  // REPORTED
  sender.join();
}
