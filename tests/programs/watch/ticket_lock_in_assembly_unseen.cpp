// A lock in assembly that is given in the order of tickets keeps two threads apart.
// CHECK: passes
// STRATEGY: wp
// HB: hint
#include <cassert>
#include <thread>

#include "hidden.h"

static int tickets;
static int served;
static int balance;

static void lock() {
  const int ticket = hidden_add(&tickets, 1);
  while (hidden_load(&served) != ticket) {
  }
}
static void unlock() { hidden_add(&served, 1); }

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
