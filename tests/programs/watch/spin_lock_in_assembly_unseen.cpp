// A spin lock in assembly keeps two threads apart.
// CHECK: passes
// STRATEGY: wp
// HB: hint
#include <cassert>
#include <thread>

#include "hidden.h"

static int taken;
static int balance;

static void lock() {
  while (hidden_exchange(&taken, 1) != 0) {
    while (hidden_load(&taken) != 0) {
    }
  }
}
static void unlock() { hidden_store(&taken, 0); }

static void deposit() {
  lock();
  balance = balance + 1;
  unlock();
}

int main() {
  std::thread first(deposit);
  std::thread second(deposit);
  first.join();
  second.join();
  assert(balance == 2);
}
