// What a thread does after it has broken its promise is not ordered before what others do when they know of that.
// FAILS: data-race
// VARIABLE: reason
// TSAN: race
#include <cassert>
#include <future>
#include <thread>
#include <utility>

static int reason;

int main() {
  std::promise<int> promise;
  std::future<int> answer = promise.get_future();
  std::thread forgets([given = std::move(promise)]() mutable {
    {
      const std::promise<int> gone = std::move(given);
    }
    reason = 1;  // REPORTED
  });
  try {
    answer.get();
  } catch (const std::future_error& error) {
    assert(error.code() == std::future_errc::broken_promise && reason >= 0);  // REPORTED
  }
  forgets.join();
}
