// thread_local variables of a shared library, hidden in it or visible outside, are per thread and destroyed.
// CHECK: passes
// LIBRARY: lib.cpp
#include <cassert>
#include <thread>

#include "lib.h"

static void use() {
  assert(visible_in_this_thread == 10);
  for (int i = 1; i <= 3; ++i) {
    assert(next_in_this_thread() == 100 + i);
    assert(++visible_in_this_thread == 10 + i);
    std::this_thread::yield();
  }
}

int main() {
  std::thread one(use);
  std::thread two(use);
  use();
  one.join();
  two.join();
  assert(destroyed_in_library == 2);
}
