// Two threads take turns at a counter, by a word that is written and read in assembly.
// CHECK: passes
// STRATEGY: wp
// HB: hint
#include <cassert>
#include <thread>

#include "hidden.h"

static int turn;
static int counter;

static void count(int self) {
  while (hidden_load(&turn) != self) {
  }
  assert(counter == self);
  ++counter;
  hidden_store(&turn, 1 - self);
}

int main() {
  std::thread first(count, 0);
  std::thread second(count, 1);
  first.join();
  second.join();
  assert(counter == 2);
}
