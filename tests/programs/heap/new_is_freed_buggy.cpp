// What a thread made with new is freed with free by another one.
// FAILS: wrong-free
// TSAN: silent
#include <atomic>
#include <cassert>
#include <cstdlib>
#include <thread>

static std::atomic<int*> mailbox;

int main() {
  std::thread sender([] { mailbox = new int(42); });
  int* received = nullptr;
  while (!(received = mailbox)) {
  }
  assert(*received == 42);
  std::free(received);  // REPORTED
  sender.join();
}
