// A home-made lock in a library that heddle does not see, and nobody says so: what it guards looks like a race.
// FAILS: data-race
// VARIABLE: balance
// LIBRARY: lib.cpp
#include <cassert>
#include <thread>

void hidden_lock();
void hidden_unlock();

static int balance;

static void deposit() {
  hidden_lock();
  ++balance;  // REPORTED
  hidden_unlock();
}

int main() {
  std::thread other(deposit);
  deposit();
  other.join();
  assert(balance == 2);
}
