// std::async returns values and exceptions, in a new thread or, deferred, in the one that asks.
// CHECK: passes
#include <cassert>
#include <chrono>
#include <future>
#include <stdexcept>
#include <string>
#include <thread>

int main() {
  auto value = std::async(std::launch::async, [](int a, int b) { return a + b; }, 2, 3);
  auto text = std::async(std::launch::async, [] { return std::string("text"); });
  auto error = std::async(std::launch::async, []() -> int { throw std::logic_error("thrown"); });
  assert(value.get() == 5 && !value.valid());
  assert(text.get() == "text");
  try {
    error.get();
    assert(!"thrown above");
  } catch (const std::logic_error& caught) {
    assert(caught.what() == std::string("thrown"));
  }

  std::thread::id ran_in;
  auto deferred = std::async(std::launch::deferred, [&] { ran_in = std::this_thread::get_id(); });
  assert(deferred.wait_for(std::chrono::seconds(0)) == std::future_status::deferred);
  assert(ran_in == std::thread::id());
  deferred.get();
  assert(ran_in == std::this_thread::get_id());

  bool finished = false;
  {
    auto waits_when_destroyed = std::async(std::launch::async, [&] { finished = true; });
  }
  assert(finished);
}
