// A stop callback is run by who requests the stop; the worker reads what it writes.
// FAILS: data-race
// VARIABLE: stopped
// TSAN: race
#include <cassert>
#include <stop_token>
#include <thread>

static int stopped;

int main() {
  std::jthread worker([](const std::stop_token& token) {
    std::stop_callback callback(token, [] { ++stopped; });  // REPORTED
    assert(stopped == 0 || stopped == 1);                   // REPORTED
  });
  worker.request_stop();
}
