// What is freed is freed as it was made.
// CHECK: passes
// TSAN: silent
#include <atomic>
#include <thread>

static std::atomic<bool> array;
static std::atomic<int*> block;

int main() {
  std::thread other([] {
    array = true;
    block = new int[2]();
  });
  while (!block) {
  }
  const bool is_array = array;
  if (is_array) {
    delete[] block.load();
  } else {
    delete block.load();
  }
  other.join();
}
