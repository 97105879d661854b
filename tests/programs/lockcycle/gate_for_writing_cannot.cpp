// Opposite orders, the one with the gate locked for reading, the other one for writing.
// CHECK: passes
#include <mutex>
#include <shared_mutex>
#include <thread>

static std::shared_mutex gate;
static std::mutex left;
static std::mutex right;

int main() {
  std::thread reader([] {
    std::shared_lock entered(gate);
    std::lock_guard outer(left);
    std::lock_guard inner(right);
  });
  std::thread writer([] {
    std::lock_guard entered(gate);
    std::lock_guard outer(right);
    std::lock_guard inner(left);
  });
  reader.join();
  writer.join();
}
