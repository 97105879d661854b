// A home-made lock in a library that heddle does not see, and nobody says so: what it guards may race.
// CHECK: passes
// HB: hint
// LIBRARY: lib.cpp
#include <cassert>
#include <thread>

bool hidden_try_lock();
void hidden_unlock();

static int balance;

static void deposit() {
  if (hidden_try_lock()) {
    ++balance;
    hidden_unlock();
  }
}

int main() {
  std::thread other(deposit);
  deposit();
  other.join();
  assert(balance == 1 || balance == 2);
}
