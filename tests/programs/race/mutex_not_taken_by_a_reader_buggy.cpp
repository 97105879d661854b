// The writer takes the mutex, the reader does not.
// FAILS: data-race
// VARIABLE: balance
// TSAN: race
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex mutex;
static int balance;

int main() {
  std::thread writer([] {
    std::lock_guard lock(mutex);
    balance += 30;  // REPORTED
  });
  {
    assert(balance == 0 || balance == 30);  // REPORTED
  }
  writer.join();
}
