// One object by heddle c++, one by g++ -fsanitize=thread: a race between them.
// FAILS: assertion balance == 2
// OBJECT: other.cpp
#include <cassert>
#include <thread>

int balance;

void deposit_by_gcc();

static void deposit() { ++balance; }

int main() {
  std::thread one(deposit);
  std::thread two(deposit_by_gcc);
  one.join();
  two.join();
  assert(balance == 2);  // REPORTED
}
