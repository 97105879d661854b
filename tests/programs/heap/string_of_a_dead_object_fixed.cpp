// What c_str gave is read before the string is replaced by a longer one.
// CHECK: passes
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
  seen = text[0];
  lock.unlock();
  writer.join();
}
