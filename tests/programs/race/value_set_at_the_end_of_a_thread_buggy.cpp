// A promise is kept at once, and not when its thread ends: what the thread does behind it is not ordered.
// FAILS: data-race
// VARIABLE: data
// TSAN: silent
#include <cassert>
#include <future>
#include <thread>
#include <utility>

static int data;

int main() {
  std::promise<int> promise;
  std::future<int> answer = promise.get_future();
  std::thread worker(
      [](std::promise<int> given) {
        given.set_value(4);
        data = 1;  // REPORTED
      },
      std::move(promise));
  assert(answer.get() == 4 && data >= 0);  // REPORTED
  worker.join();
}
