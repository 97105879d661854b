// Two bit-fields share a word: writing one writes the other.
// FAILS: data-race
// VARIABLE: flags
// TSAN: race
#include <cassert>
#include <thread>

struct Flags {
  unsigned ready : 1;
  unsigned done : 1;
};

static Flags flags;

int main() {
  std::thread other([] { flags.ready = 1; });  // REPORTED
  flags.done = 1;                              // REPORTED
  other.join();
  assert(flags.ready == 1 || flags.done == 1);
}
