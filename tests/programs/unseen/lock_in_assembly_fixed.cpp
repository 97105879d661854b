// A spin lock in assembly keeps two threads apart.
// CHECK: passes
// UNSEEN: waits
#include <cassert>
#include <thread>

#include "waits.h"

static int taken;
static int balance;

static void deposit() {
  lock(&taken);
  balance = balance + 1;
  unlock(&taken);
}

int main() {
  std::thread first(deposit);
  std::thread second(deposit);
  first.join();
  second.join();
  assert(balance == 2);
}
