// An exception that leaves a noexcept function ends the run, though someone would catch it.
// FAILS: crash uncaught exception
#include <stdexcept>

#include "lost_update.h"

static void break_promise() {
  throw std::runtime_error("broken promise");  // REPORTED
}

static void promise_nothing() noexcept { break_promise(); }  // REPORTED

static void fail() {
  try {
    promise_nothing();
  } catch (const std::runtime_error&) {
  }
}

int main() { add_with_two_threads(fail); }
