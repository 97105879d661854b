// The result of a thread is read when it is joined.
// CHECK: passes
// TSAN: silent
#include <cassert>
#include <thread>

static int result;

int main() {
  std::thread worker([] { result += 42; });
  worker.join();
  assert(result == 42);
}
