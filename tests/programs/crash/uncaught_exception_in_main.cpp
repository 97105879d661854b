// An exception that leaves main ends the run.
// FAILS: crash uncaught exception
#include <stdexcept>

#include "lost_update.h"

static bool lost;

int main() {
  add_with_two_threads([] { lost = true; });
  if (lost) throw std::runtime_error("lost an update");  // REPORTED
}
