// The result of a thread is read when it was asked to stop and is joined.
// CHECK: passes
// TSAN: silent
#include <cassert>
#include <stop_token>
#include <thread>

static int result;

int main() {
  std::jthread worker([](const std::stop_token& token) {
    while (!token.stop_requested()) std::this_thread::yield();
    result += 42;
  });
  worker.request_stop();
  worker.join();
  assert(result == 0 || result == 42);
}
