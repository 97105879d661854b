// An exception that leaves a thread ends the run.
// FAILS: crash uncaught exception
#include <stdexcept>

#include "lost_update.h"

static void fail() {
  throw std::runtime_error("lost an update");  // REPORTED
}

int main() { add_with_two_threads(fail); }
