// A const member function fills a mutable cache that is atomic.
// CHECK: passes
// TSAN: silent
#include <atomic>
#include <cassert>
#include <thread>

class Circle {
 public:
  [[nodiscard]] int area() const {
    if (cached_ == 0) cached_ = 3 * radius_ * radius_;
    return cached_;
  }

 private:
  int radius_ = 2;
  mutable std::atomic<int> cached_ = 0;
};

static Circle circle;

int main() {
  std::thread other([] { assert(circle.area() == 12); });
  assert(circle.area() == 12);
  other.join();
}
