// A hash table is entered into while another thread asks for its size.
// FAILS: data-race
// VARIABLE: ages
// TSAN: race
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
    ages.emplace(1, 30);  // REPORTED
  });
  {
    assert(ages.size() <= 1);  // REPORTED
  }
  writer.join();
}
