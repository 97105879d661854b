// A reader that wants to write meets another reader, who wants to read what the first one reads.
// CHECK: passes
#include <mutex>
#include <shared_mutex>
#include <thread>

static std::shared_mutex orders;
static std::shared_mutex stock;

int main() {
  std::thread looks([] {
    std::shared_lock outer(orders);
    std::shared_lock inner(stock);
  });
  std::thread changes([] {
    std::shared_lock outer(stock);
    std::lock_guard inner(orders);
  });
  looks.join();
  changes.join();
}
