// Cells of an array are read below an index that is raised relaxed.
// CHECK: passes
// STRATEGY: wp
// HB: errs
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> filled;
static int cells[3];

int main() {
  std::thread writer([] {
    for (int next = 0; next < 3; ++next) {
      cells[next] = next + 1;
      filled.store(next + 1, std::memory_order_relaxed);
    }
  });
  std::thread reader([] {
    const int end = filled.load(std::memory_order_relaxed);
    for (int index = 0; index < end; ++index) {
      assert(cells[index] == index + 1);
    }
  });
  writer.join();
  reader.join();
}
