// One object by heddle c++, one by g++ -fsanitize=thread: both under one lock.
// CHECK: passes
// OBJECT: other.cpp
#include <cassert>
#include <mutex>
#include <thread>

int balance;
std::mutex mutex;

void deposit_by_gcc();

static void deposit() {
  const std::scoped_lock lock(mutex);
  ++balance;
}

int main() {
  std::thread one(deposit);
  std::thread two(deposit_by_gcc);
  one.join();
  two.join();
  assert(balance == 2);
}
