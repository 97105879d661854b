// A program by heddle c++ and its shared library by g++: a race between them.
// FAILS: assertion balance == 2
// LIBRARY: lib.cpp
#include <cassert>
#include <thread>

extern int balance;
void deposit();

int main() {
  std::thread one(deposit);
  std::thread two(deposit);
  one.join();
  two.join();
  assert(balance == 2);  // REPORTED
}
