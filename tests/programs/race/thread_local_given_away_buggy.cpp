// The address of a thread-local variable is given to another thread, and both count in it.
// FAILS: data-race
// TSAN: race
#include <cassert>
#include <thread>

static thread_local int counter;

int main() {
  int* mine = &counter;
  std::thread other([mine] { ++*mine; });  // REPORTED
  ++counter;                               // REPORTED
  other.join();
  assert(counter == 1 || counter == 2);
}
