// Destroying a joinable std::thread ends the run.
// FAILS: crash abort
#include <thread>

#include "lost_update.h"

static void fail() {
  std::thread forgotten([] {});
}  // REPORTED

int main() { add_with_two_threads(fail); }
