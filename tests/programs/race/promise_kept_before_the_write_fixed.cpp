// The details are written before the promise is kept.
// CHECK: passes
// TSAN: silent
#include <cassert>
#include <future>
#include <thread>

static int details;

int main() {
  std::promise<void> promise;
  auto kept = promise.get_future();
  std::thread worker([&promise] {
    details += 42;
    promise.set_value();
  });
  kept.wait();
  assert(details == 0 || details == 42);
  worker.join();
}
