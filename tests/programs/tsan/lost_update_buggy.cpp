// Two threads increment a plain counter, and an increment gets lost.
// FAILS: assertion counter == 4
// COMPILER: g++ clang++-19
#include <cassert>
#include <thread>

static int counter;

static void add() {
  for (int i = 0; i < 2; ++i) ++counter;
}

int main() {
  std::thread one(add);
  std::thread two(add);
  one.join();
  two.join();
  assert(counter == 4);  // REPORTED
}
