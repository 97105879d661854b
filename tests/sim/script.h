// The coroutine type of scripted threads.
#pragma once

#include <coroutine>
#include <exception>
#include <functional>
#include <utility>

namespace heddle::sim {

class Thread;

// One run of a scripted thread. It is suspended before every visible operation, as a controlled thread of a real target
// is parked before its pending one; resuming it runs the invisible code up to the next.
class Script {
 public:
  struct promise_type {
    Script get_return_object() { return Script(std::coroutine_handle<promise_type>::from_promise(*this)); }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };

  Script() = default;
  Script(Script&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Script& operator=(Script&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Script() {
    if (handle_) {
      handle_.destroy();
    }
  }

  void resume() const { handle_.resume(); }
  [[nodiscard]] bool done() const { return handle_.done(); }

 private:
  explicit Script(std::coroutine_handle<promise_type> handle) : handle_(handle) {}
  std::coroutine_handle<promise_type> handle_;
};

// What a scripted thread does. A lambda's captures live in the Body, which outlives every run of it.
using Body = std::function<Script(Thread&)>;

}  // namespace heddle::sim
