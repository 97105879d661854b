// The result of a thread is read before it is joined.
// FAILS: data-race
// VARIABLE: result
// TSAN: race
#include <cassert>
#include <thread>

static int result;

int main() {
  std::thread worker([] { result += 42; });  // REPORTED
  assert(result == 0 || result == 42);       // REPORTED
  worker.join();
}
