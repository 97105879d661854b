// Two bit-fields are kept apart by one of no width, which begins a new word.
// CHECK: passes
// TSAN: silent
#include <cassert>
#include <thread>

struct Flags {
  unsigned ready : 1;
  unsigned : 0;
  unsigned done : 1;
};

static Flags flags;

int main() {
  std::thread other([] { flags.ready = 1; });
  flags.done = 1;
  other.join();
  assert(flags.ready == 1 || flags.done == 1);
}
