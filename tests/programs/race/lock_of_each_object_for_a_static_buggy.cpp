// Each object has a lock of its own, but what it guards is static.
// FAILS: data-race
// VARIABLE: made
// TSAN: race
#include <cassert>
#include <mutex>
#include <thread>

class Ticket {
 public:
  int draw() {
    std::lock_guard lock(mutex_);
    return ++made;  // REPORTED
  }

 private:
  std::mutex mutex_;
  static inline int made = 0;
};

int main() {
  Ticket one;
  Ticket two;
  std::thread other([&two] { two.draw(); });
  assert(one.draw() <= 2);
  other.join();
}
