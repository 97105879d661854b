// An optional gets its value while another thread asks whether it has one.
// FAILS: data-race
// VARIABLE: value
// TSAN: race
#include <cassert>
#include <mutex>
#include <optional>
#include <thread>

static std::mutex mutex;
static std::optional<int> value;

int main() {
  std::thread writer([] {
    std::lock_guard lock(mutex);
    value.emplace(42);  // REPORTED
  });
  const bool had_one = value.has_value();  // REPORTED
  writer.join();
  assert(!had_one || value == 42);
}
