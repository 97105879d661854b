// A lock in assembly, whose waiters yield where heddle sees it, keeps two threads apart.
// CHECK: passes
// STRATEGY: wp
// HB: hint
#include <sched.h>

#include <cassert>
#include <thread>

#include "hidden.h"

static int taken;
static int balance;

static void deposit() {
  while (hidden_exchange(&taken, 1) != 0) {
    sched_yield();
  }
  balance = balance + 1;
  hidden_store(&taken, 0);
}

int main() {
  std::thread first(deposit);
  std::thread second(deposit);
  first.join();
  second.join();
  assert(balance == 2);
}
