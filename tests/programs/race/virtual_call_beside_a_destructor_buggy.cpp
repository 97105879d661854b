// A virtual call while the destructor puts the base's table in place of the derived one's.
// FAILS: data-race
// TSAN: race
#include <atomic>
#include <cassert>
#include <new>
#include <thread>

struct Shape {
  virtual ~Shape() { last = sides(); }  // REPORTED
  [[nodiscard]] virtual int sides() const { return 1; }
  static inline int last = 0;
};

struct Square : Shape {
  ~Square() override { last = 0; }  // REPORTED
  [[nodiscard]] int sides() const override { return 4; }
};

static std::atomic<int> seen;

int main() {
  alignas(Square) static unsigned char place[sizeof(Square)];
  Shape* shape = new (place) Square;
  std::thread user([shape] { seen = shape->sides(); });  // REPORTED
  shape->~Shape();
  user.join();
  assert(seen == 1 || seen == 4);
}
