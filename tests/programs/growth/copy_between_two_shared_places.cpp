// A copy reads and writes: its source may change in between.
// STATES: 0 1 2
#include <thread>

#include "states.h"

struct Record {
  volatile char bytes[40];
};

static Record from;
static Record to;

int main() {
  std::thread other([] { to = from; });
  from.bytes[7] = 1;
  to.bytes[7] = 2;
  other.join();
  final_state("%d", to.bytes[7]);
}
