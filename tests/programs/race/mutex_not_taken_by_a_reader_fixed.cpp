// Writer and reader take the mutex.
// CHECK: passes
// TSAN: silent
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex mutex;
static int balance;

int main() {
  std::thread writer([] {
    std::lock_guard lock(mutex);
    balance += 30;
  });
  {
    std::lock_guard lock(mutex);
    assert(balance == 0 || balance == 30);
  }
  writer.join();
}
