// It looks like a loop that waits, for nobody, but it is in a coroutine, whose variables are on the heap.
// CHECK: passes
#include <atomic>
#include <cassert>
#include <coroutine>
#include <thread>

struct Task {
  struct promise_type {
    Task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> handle;
};

static std::atomic<bool> done;

static Task wait(int& result) {
  volatile int attempts = 0;
  co_await std::suspend_always{};
  while (!done.load()) {
    attempts = attempts + 1;
    if (attempts == 20) {
      break;
    }
  }
  co_await std::suspend_always{};
  result = attempts;
}

int main() {
  int result = 0;
  std::thread other([&] {
    const Task task = wait(result);
    while (!task.handle.done()) {
      task.handle.resume();
    }
    task.handle.destroy();
  });
  other.join();
  assert(result == 20);
}
