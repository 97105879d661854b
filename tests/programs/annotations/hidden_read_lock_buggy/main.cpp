// A home-made lock of readers and writers that annotations tell of: two who write as readers are not kept apart.
// FAILS: data-race
// VARIABLE: total
// LIBRARY: lib.cpp
#include <thread>

bool hidden_try_lock(bool writes);
void hidden_unlock(bool writes);

static int total;

static void add(bool writes) {
  if (hidden_try_lock(writes)) {
    ++total;  // REPORTED
    hidden_unlock(writes);
  }
}

int main() {
  std::thread other(add, false);
  add(false);
  other.join();
}
