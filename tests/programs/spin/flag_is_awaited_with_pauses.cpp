// A thread pauses while an atomic flag is not set: by the intrinsic, and by assembly.
// CHECK: passes
#include <immintrin.h>

#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> stage;

int main() {
  std::thread first([] {
    while (stage.load() != 1) {
      _mm_pause();
    }
    stage.store(2);
  });
  std::thread second([] {
    while (stage.load() != 2) {
      asm volatile("pause" : : : "memory");
    }
    stage.store(3);
  });
  stage.store(1);
  first.join();
  second.join();
  assert(stage.load() == 3);
}
