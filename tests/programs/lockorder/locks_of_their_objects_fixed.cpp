// Two objects that compare themselves lock in the order of their addresses.
// CHECK: passes
// TSAN: silent
#include <cassert>
#include <mutex>
#include <thread>

struct Number {
  bool same(Number& other) {
    std::lock_guard first(this < &other ? mutex : other.mutex);
    std::lock_guard second(this < &other ? other.mutex : mutex);
    return value == other.value;
  }
  std::mutex mutex;
  int value = 1;
};

static Number numbers[2];

int main() {
  std::thread other([] { assert(numbers[0].same(numbers[1])); });
  assert(numbers[1].same(numbers[0]));
  other.join();
}
