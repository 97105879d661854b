// A pool says that a task is done with release, and who waits acquires.
// CHECK: passes
// TSAN: silent
#include <atomic>
#include <cassert>
#include <thread>

struct Task {
  int result = 0;
  std::atomic<bool> done = false;
};

static Task task;
static std::atomic<Task*> queue;

int main() {
  std::thread worker([] {
    Task* next = nullptr;
    while (!(next = queue.load(std::memory_order_acquire))) {
    }
    next->result = 42;
    next->done.store(true, std::memory_order_release);
  });
  queue.store(&task, std::memory_order_release);
  while (!task.done.load(std::memory_order_acquire)) {
  }
  assert(task.result == 42);
  worker.join();
}
