// A large thread_local array is zero at the start of every thread, also of one that takes an ended one's place.
// CHECK: passes
#include <cassert>
#include <cstddef>
#include <thread>

constexpr std::size_t kSize = 256 << 10;
static thread_local char array[kSize];

static void fill(char value) {
  for (std::size_t i = 0; i < kSize; i += 4096) {
    assert(array[i] == 0);
    array[i] = value;
  }
  std::this_thread::yield();
  for (std::size_t i = 0; i < kSize; i += 4096) assert(array[i] == value);
}

int main() {
  std::thread one(fill, 1);
  std::thread two(fill, 2);
  one.join();
  two.join();
  std::thread(fill, 3).join();
  fill(4);
}
