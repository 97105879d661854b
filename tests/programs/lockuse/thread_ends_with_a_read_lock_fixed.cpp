// An exception leaves a function whose guard has locked for reading.
// CHECK: passes
// TSAN: silent
#include <atomic>
#include <exception>
#include <shared_mutex>
#include <thread>

static std::shared_mutex mutex;
static std::atomic<bool> broken;

static void look() {
  std::shared_lock lock(mutex);
  if (broken) throw std::exception();
}

int main() {
  std::thread reader([] {
    try {
      look();
    } catch (const std::exception&) {
    }
  });
  broken = true;
  broken = false;
  reader.join();
}
