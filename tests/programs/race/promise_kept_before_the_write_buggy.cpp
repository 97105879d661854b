// The details are written when the promise has been kept.
// FAILS: data-race
// VARIABLE: details
// TSAN: race
#include <cassert>
#include <future>
#include <thread>

static int details;

int main() {
  std::promise<void> promise;
  auto kept = promise.get_future();
  std::thread worker([&promise] {
    promise.set_value();
    details += 42;  // REPORTED
  });
  kept.wait();
  assert(details == 0 || details == 42);  // REPORTED
  worker.join();
}
