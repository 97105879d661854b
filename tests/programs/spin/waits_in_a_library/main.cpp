// A thread polls, in a library, for a value that another thread may take before it.
// LIBRARY: lib.cpp
// STATES: mine yours
#include <thread>

#include "states.h"

bool is_there();
void put();
bool take();

int main() {
  bool mine = false;
  std::thread other([&mine] {
    while (!is_there()) {
    }
    mine = take();
  });
  put();
  take();
  other.join();
  final_state("%s", mine ? "mine" : "yours");
}
