// A coroutine suspended in one thread can be resumed in another.
// CHECK: passes
#include <cassert>
#include <coroutine>
#include <exception>
#include <thread>

struct Task {
  struct promise_type {
    Task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };
  std::coroutine_handle<promise_type> handle;
};

static Task count(int& value) {
  for (int i = 0; i < 3; ++i) {
    ++value;
    co_await std::suspend_always{};
  }
}

int main() {
  int value = 0;
  Task task = count(value);
  while (!task.handle.done()) {
    std::thread([&] { task.handle.resume(); }).join();
  }
  assert(value == 3);
  task.handle.destroy();
}
