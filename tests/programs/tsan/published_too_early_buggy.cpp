// A constructor publishes its object, whose vtable pointer is not the last one yet.
// FAILS: assertion sides == 4
// COMPILER: g++ clang++-19
#include <atomic>
#include <cassert>
#include <thread>

struct Shape;
static std::atomic<Shape*> published;

struct Shape {
  Shape() { published = this; }
  virtual ~Shape() = default;
  [[nodiscard]] virtual int sides() const { return 0; }
};

struct Square : Shape {
  [[nodiscard]] int sides() const override { return 4; }
};

int main() {
  alignas(Square) static char place[sizeof(Square)];
  std::thread reader([] {
    if (const Shape* shape = published) {
      const int sides = shape->sides();
      assert(sides == 4);  // REPORTED
    }
  });
  new (place) Square;
  reader.join();
}
