// Two threads write the same value, which is a race all the same.
// FAILS: data-race
// VARIABLE: seen
// TSAN: race
#include <cassert>
#include <thread>

static bool seen;

static void look() { seen = true; }  // REPORTED

int main() {
  std::thread other(look);
  look();
  other.join();
  assert(seen);
}
