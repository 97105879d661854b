// A pool says that a task is done in a relaxed flag.
// FAILS: data-race
// VARIABLE: result
// TSAN: race
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
    next->result = 42;  // REPORTED
    next->done.store(true, std::memory_order_relaxed);
  });
  queue.store(&task, std::memory_order_release);
  while (!task.done.load(std::memory_order_acquire)) {
  }
  assert(task.result == 42);  // REPORTED
  worker.join();
}
