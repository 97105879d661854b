// A task has its argument by reference; the frame it is in goes on to change it.
// FAILS: data-race
// TSAN: race
#include <cassert>
#include <future>

int main() {
  int argument = 1;
  auto task = std::async(std::launch::async, [&argument] { return argument; });  // REPORTED
  argument += 1;                                                                 // REPORTED
  const int result = task.get();
  assert(result == 1 || result == argument);
}
