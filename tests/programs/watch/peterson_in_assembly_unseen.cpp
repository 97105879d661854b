// Peterson's algorithm, its flags written and read in assembly, keeps two threads apart.
// CHECK: passes
// STRATEGY: wp
// HB: hint
#include <cassert>
#include <thread>

#include "hidden.h"

static int wants[2];
static int turn;
static int balance;

static void deposit(int self) {
  const int other = 1 - self;
  hidden_store(&wants[self], 1);
  hidden_store(&turn, other);
  while (hidden_load(&wants[other]) != 0 && hidden_load(&turn) == other) {
  }
  balance = balance + 1;
  hidden_store(&wants[self], 0);
}

int main() {
  std::thread first(deposit, 0);
  std::thread second(deposit, 1);
  first.join();
  second.join();
  assert(balance == 2);
}
