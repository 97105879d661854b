// A spin lock in assembly is given back too early: an update is lost.
// FAILS: assertion balance == 2
// UNSEEN: waits
#include <cassert>
#include <thread>

#include "waits.h"

static int taken;
static int balance;

static void deposit() {
  lock(&taken);
  const int before = balance;
  unlock(&taken);
  balance = before + 1;
}

int main() {
  std::thread first(deposit);
  std::thread second(deposit);
  first.join();
  second.join();
  assert(balance == 2);  // REPORTED
}
