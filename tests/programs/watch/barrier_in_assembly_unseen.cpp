// A barrier in assembly lies between what each thread writes and what the other one reads of it.
// CHECK: passes
// STRATEGY: wp
// HB: hint
#include <cassert>
#include <thread>

#include "hidden.h"

static int arrived;
static int values[2];

static void exchange(int self) {
  values[self] = self + 1;
  hidden_add(&arrived, 1);
  while (hidden_load(&arrived) != 2) {
  }
  assert(values[1 - self] == 2 - self);
}

int main() {
  std::thread first(exchange, 0);
  std::thread second(exchange, 1);
  first.join();
  second.join();
}
