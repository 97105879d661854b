// Two objects that compare themselves lock themselves first, then the other.
// FAILS: deadlock
// HINT: possible-deadlock
// TSAN: lock-order-inversion
#include <cassert>
#include <mutex>
#include <thread>

struct Number {
  bool same(Number& other) {
    std::lock_guard mine(mutex);
    std::lock_guard others(other.mutex);  // REPORTED
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
