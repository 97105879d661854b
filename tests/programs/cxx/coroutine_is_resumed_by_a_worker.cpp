// A coroutine hands itself to a worker thread, which resumes it where destructors wait for an exception.
// CHECK: passes
#include <cassert>
#include <coroutine>
#include <exception>
#include <string>
#include <thread>

struct Task {
  struct promise_type {
    Task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_never initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_value(std::string given) { value = std::move(given); }
    void unhandled_exception() { std::terminate(); }
    std::string value;
  };
  std::coroutine_handle<promise_type> handle;
};

struct OnAnotherThread {
  bool await_ready() { return false; }
  void await_suspend(std::coroutine_handle<> coroutine) {
    worker = std::thread([coroutine, name = std::string("a name that is on the heap")] {
      const std::string kept = name;
      coroutine.resume();
      assert(kept == name);
    });
  }
  std::thread::id await_resume() { return std::this_thread::get_id(); }
  std::thread& worker;
};

static Task change_threads(std::thread& worker) {
  const std::thread::id first = std::this_thread::get_id();
  const std::thread::id second = co_await OnAnotherThread{worker};
  assert(first != second);
  co_return "from the worker";
}

int main() {
  std::thread worker;
  const Task task = change_threads(worker);
  worker.join();
  const std::string value = task.handle.promise().value;
  task.handle.destroy();
  assert(value == "from the worker");
}
