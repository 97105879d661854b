// An array is deleted as an array.
// CHECK: passes
// TSAN: silent
#include <atomic>
#include <thread>

static std::atomic<char*> mailbox;

int main() {
  std::thread sender([] { mailbox = new char[16](); });
  char* received = nullptr;
  while (!(received = mailbox)) {
  }
  delete[] received;
  sender.join();
}
