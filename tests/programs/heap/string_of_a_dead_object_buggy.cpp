// What c_str gave is read when the string has been replaced by a longer one.
// FAILS: use-after-free
// TSAN: silent
#include <memory>
#include <mutex>
#include <string>
#include <thread>

static std::mutex mutex;
static auto name = std::make_unique<std::string>("a name that is too long to be kept inside");
static volatile char seen;

int main() {
  std::thread writer([] {
    std::lock_guard lock(mutex);
    name = std::make_unique<std::string>("x");
  });
  std::unique_lock lock(mutex);
  const char* text = name->c_str();
  lock.unlock();
  lock.lock();
  seen = text[0];  // REPORTED
  lock.unlock();
  writer.join();
}
