// A library starts a worker before main, and main gets what the worker has finished.
// CHECK: passes
// LIBRARY: lib.cpp
#include <cassert>

int table_entry();

int main() {
  assert(table_entry() == 42);
  return 0;
}
