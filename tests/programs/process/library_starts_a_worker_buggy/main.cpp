// A library starts a worker before main, and main uses what the worker has not finished.
// FAILS: assertion table_entry() == 42
// LIBRARY: lib.cpp
#include <cassert>

int table_entry();

int main() {
  assert(table_entry() == 42);  // REPORTED
  return 0;
}
