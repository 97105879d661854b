// A block goes to another thread over a free list that is not ordered.
// FAILS: data-race
// TSAN: race
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int*> free_list;

int main() {
  int block = 0;
  std::thread user([&block] {
    block = 1;  // REPORTED
    free_list.store(&block, std::memory_order_relaxed);
  });
  int* mine = nullptr;
  while (!(mine = free_list.load(std::memory_order_acquire))) {
  }
  *mine = 2;  // REPORTED
  user.join();
  assert(block == 2);
}
