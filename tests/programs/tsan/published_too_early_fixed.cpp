// An object is published when it is complete.
// CHECK: passes
// COMPILER: g++ clang++-19
#include <atomic>
#include <cassert>
#include <thread>

struct Shape {
  virtual ~Shape() = default;
  [[nodiscard]] virtual int sides() const { return 0; }
};

struct Square : Shape {
  [[nodiscard]] int sides() const override { return 4; }
};

static std::atomic<Shape*> published;

int main() {
  std::thread reader([] {
    if (const Shape* shape = published) {
      const int sides = shape->sides();
      assert(sides == 4);
    }
  });
  Square square;
  published = &square;
  reader.join();
}
