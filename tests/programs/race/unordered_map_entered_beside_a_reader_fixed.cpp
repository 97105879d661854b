// A hash table is entered into under the lock under which its size is asked for.
// CHECK: passes
// TSAN: silent
#include <cassert>
#include <mutex>
#include <shared_mutex>
#include <thread>
#include <unordered_map>

static std::shared_mutex mutex;
static std::unordered_map<int, int> ages;

int main() {
  ages.reserve(4);
  std::thread writer([] {
    std::unique_lock lock(mutex);
    ages.emplace(1, 30);
  });
  {
    std::shared_lock lock(mutex);
    assert(ages.size() <= 1);
  }
  writer.join();
}
