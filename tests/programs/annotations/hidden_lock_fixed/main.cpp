// A home-made lock in a library that heddle does not see, which tells ThreadSanitizer what it is.
// CHECK: passes
// LIBRARY: lib.cpp
#include <cassert>
#include <thread>

void hidden_lock();
void hidden_unlock();

static int balance;

static void deposit() {
  hidden_lock();
  ++balance;
  hidden_unlock();
}

int main() {
  std::thread other(deposit);
  deposit();
  other.join();
  assert(balance == 2);
}
