// A map is entered into while another thread asks for its size.
// FAILS: data-race
// VARIABLE: ages
// TSAN: race
#include <cassert>
#include <map>
#include <mutex>
#include <thread>

static std::mutex mutex;
static std::map<int, int> ages;

int main() {
  std::thread writer([] {
    std::lock_guard lock(mutex);
    ages.emplace(1, 30);  // REPORTED
  });
  {
    assert(ages.size() <= 1);  // REPORTED
  }
  writer.join();
}
