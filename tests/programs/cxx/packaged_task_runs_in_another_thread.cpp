// A packaged_task carries its result to a future and can be reset; set_value_at_thread_exit waits for the end.
// CHECK: passes
#include <cassert>
#include <future>
#include <stdexcept>
#include <thread>

static thread_local struct AtEnd {
  bool* flag = nullptr;
  ~AtEnd() {
    if (flag) *flag = true;
  }
} at_end;

int main() {
  std::packaged_task<int(int)> task([](int value) {
    if (value < 0) throw std::domain_error("negative");
    return value * 2;
  });
  auto result = task.get_future();
  std::thread([&task] { task(21); }).join();
  assert(result.get() == 42);
  task.reset();
  result = task.get_future();
  std::thread thread(std::move(task), -1);
  try {
    result.get();
    assert(!"thrown above");
  } catch (const std::domain_error&) {
  }
  thread.join();

  bool ended = false;
  std::promise<void> at_exit;
  auto exited = at_exit.get_future();
  std::thread(
      [&ended](std::promise<void> own) {
        at_end.flag = &ended;
        own.set_value_at_thread_exit();
      },
      std::move(at_exit))
      .detach();
  exited.get();
  assert(ended);
}
