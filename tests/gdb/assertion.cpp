// An update is lost.
// THREADS: 1
#include <cassert>
#include <thread>

static int counter;

int main() {
  std::thread other([] { ++counter; });
  ++counter;
  other.join();
  assert(counter == 2);  // gdb stops here
}
