// A detached thread has a copy of a variable of the function that started it, which does not wait.
// CHECK: passes
// TSAN: silent
#include <atomic>
#include <thread>

static std::atomic<int> finished;

__attribute__((noinline)) static void start() {
  int jobs = 3;
  std::thread([jobs] { finished.store(jobs, std::memory_order_release); }).detach();
}

int main() {
  start();
  while (finished.load(std::memory_order_acquire) == 0) {
  }
}
