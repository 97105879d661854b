// A future sees its promise's value, exception or breaking; a shared one in several threads; timed waits time out.
// CHECK: passes
#include <cassert>
#include <chrono>
#include <future>
#include <stdexcept>
#include <thread>

using namespace std::chrono_literals;

int main() {
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  assert(future.wait_for(1ms) == std::future_status::timeout);
  std::thread([](std::promise<int> own) { own.set_value(7); }, std::move(promise)).detach();
  assert(future.get() == 7);

  std::promise<void> failing;
  auto failed = failing.get_future();
  std::thread fail([&] { failing.set_exception(std::make_exception_ptr(std::runtime_error("failed"))); });
  try {
    failed.get();
    assert(!"set above");
  } catch (const std::runtime_error&) {
  }
  fail.join();

  std::future<int> broken;
  std::thread([&broken] {
    std::promise<int> dropped;
    broken = dropped.get_future();
  }).join();
  try {
    broken.get();
    assert(!"broken above");
  } catch (const std::future_error& error) {
    assert(error.code() == std::future_errc::broken_promise);
  }

  std::promise<int> common;
  std::shared_future<int> shared = common.get_future().share();
  auto read = [shared] { assert(shared.get() == 9); };
  std::thread one(read);
  std::thread two(read);
  common.set_value(9);
  one.join();
  two.join();
}
