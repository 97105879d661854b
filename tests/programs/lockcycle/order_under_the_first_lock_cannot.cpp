// The opposite order is taken only when a flag, changed under both locks, says that the first one is over.
// CHECK: passes
#include <mutex>
#include <thread>

static std::mutex left;
static std::mutex right;
static bool is_moved;  // under both locks, and read under either

int main() {
  std::thread mover([] {
    std::lock_guard outer(left);
    std::lock_guard inner(right);
    is_moved = true;
  });
  std::thread user([] {
    std::lock_guard outer(right);
    if (is_moved) {
      std::lock_guard inner(left);
    }
  });
  mover.join();
  user.join();
}
