// A promise is broken by another thread: the exception that says so is read here, and destroyed there or here.
// CHECK: passes
// TSAN: false-alarm
#include <cassert>
#include <future>
#include <thread>
#include <utility>

int main() {
  std::promise<int> promise;
  std::future<int> answer = promise.get_future();
  std::thread forgets([given = std::move(promise)]() mutable { const std::promise<int> gone = std::move(given); });
  try {
    answer.get();
    assert(false);
  } catch (const std::future_error& error) {
    assert(error.code() == std::future_errc::broken_promise);
  }
  forgets.join();
}
