// A map is entered into under the lock under which its size is asked for.
// CHECK: passes
// TSAN: silent
#include <cassert>
#include <map>
#include <mutex>
#include <thread>

static std::mutex mutex;
static std::map<int, int> ages;

int main() {
  std::thread writer([] {
    std::lock_guard lock(mutex);
    ages.emplace(1, 30);
  });
  {
    std::lock_guard lock(mutex);
    assert(ages.size() <= 1);
  }
  writer.join();
}
