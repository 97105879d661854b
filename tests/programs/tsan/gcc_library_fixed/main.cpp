// A program by heddle c++ and its shared library by g++: both under one lock.
// CHECK: passes
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
  assert(balance == 2);
}
