// Whether the block is an array is decided by who comes first, and the wrong delete is used.
// FAILS: wrong-free
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
  const bool is_array = array;
  while (!block) {
  }
  if (is_array) {
    delete[] block.load();
  } else {
    delete block.load();  // REPORTED
  }
  other.join();
}
