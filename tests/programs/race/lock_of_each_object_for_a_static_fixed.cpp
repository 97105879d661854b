// The lock is static like what it guards.
// CHECK: passes
// TSAN: silent
#include <cassert>
#include <mutex>
#include <thread>

class Ticket {
 public:
  int draw() {
    std::lock_guard lock(mutex_);
    return ++made;
  }

 private:
  static inline std::mutex mutex_;
  static inline int made = 0;
};

int main() {
  Ticket one;
  Ticket two;
  std::thread other([&two] { two.draw(); });
  assert(one.draw() <= 2);
  other.join();
}
