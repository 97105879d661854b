// A const member function fills a mutable cache, so it is not safe to call from two threads.
// FAILS: data-race
// VARIABLE: cached_
// TSAN: race
#include <cassert>
#include <thread>

class Circle {
 public:
  [[nodiscard]] int area() const {
    if (cached_ == 0) cached_ = 3 * radius_ * radius_;  // REPORTED
    return cached_;                                     // REPORTED
  }

 private:
  int radius_ = 2;
  mutable int cached_ = 0;
};

static Circle circle;

int main() {
  std::thread other([] { assert(circle.area() == 12); });
  assert(circle.area() == 12);
  other.join();
}
