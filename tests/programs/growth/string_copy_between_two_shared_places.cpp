// Copying a string reads and writes, too: its source may change in between.
// STATES: 0 1 2
#include <cstring>
#include <thread>

#include "states.h"

static char from[4];
static char to[4];

int main() {
  std::thread other([] { strcpy(to, from); });
  from[0] = 1;
  to[0] = 2;
  other.join();
  final_state("%d", to[0]);
}
