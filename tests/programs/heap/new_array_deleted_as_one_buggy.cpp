// An array is deleted as if it were one object.
// FAILS: wrong-free
// TSAN: silent
#include <atomic>
#include <thread>

static std::atomic<char*> mailbox;

int main() {
  std::thread sender([] { mailbox = new char[16](); });
  char* received = nullptr;
  while (!(received = mailbox)) {
  }
  delete received;  // REPORTED
  sender.join();
}
