// A pointer to an element is kept over an append, which moves the vector to a larger block.
// FAILS: use-after-free
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
  const int* first = numbers.data();
  mutex.unlock();
  mutex.lock();
  seen = *first;  // REPORTED
  mutex.unlock();
  writer.join();
}
