// An index is kept over an append.
// CHECK: passes
// TSAN: silent
#include <mutex>
#include <thread>
#include <vector>

static std::mutex mutex;
static std::vector<int> numbers = {1};
static volatile int seen;

int main() {
  std::thread writer([] {
    std::lock_guard lock(mutex);
    numbers.push_back(2);
  });
  mutex.lock();
  mutex.unlock();
  mutex.lock();
  seen = numbers.front();
  mutex.unlock();
  writer.join();
}
