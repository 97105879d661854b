// A block goes to another thread over a free list with release and acquire.
// CHECK: passes
// TSAN: silent
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int*> free_list;

int main() {
  int block = 0;
  std::thread user([&block] {
    block = 1;
    free_list.store(&block, std::memory_order_release);
  });
  int* mine = nullptr;
  while (!(mine = free_list.load(std::memory_order_acquire))) {
  }
  *mine = 2;
  user.join();
  assert(block == 2);
}
