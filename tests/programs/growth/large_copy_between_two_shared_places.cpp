// A copy of many bytes, by a function: its source may change while it is under way.
// STATES: 0 1 2
#include <thread>

#include "states.h"

struct Record {
  volatile char bytes[400];
};

static Record from;
static Record to;

int main() {
  std::thread other([] { to = from; });
  from.bytes[370] = 1;
  to.bytes[370] = 2;
  other.join();
  final_state("%d", to.bytes[370]);
}
