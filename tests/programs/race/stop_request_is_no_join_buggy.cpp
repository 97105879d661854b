// The result of a thread is read when it was asked to stop, not when it has stopped.
// FAILS: data-race
// VARIABLE: result
// TSAN: race
#include <cassert>
#include <stop_token>
#include <thread>

static int result;

int main() {
  std::jthread worker([](const std::stop_token& token) {
    while (!token.stop_requested()) std::this_thread::yield();
    result += 42;  // REPORTED
  });
  worker.request_stop();
  assert(result == 0 || result == 42);  // REPORTED
}
