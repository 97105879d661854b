// A home-made lock of readers and writers that annotations tell of: the writer comes before or behind all readers.
// CHECK: passes
// LIBRARY: lib.cpp
#include <cassert>
#include <thread>

bool hidden_try_lock(bool writes);
void hidden_unlock(bool writes);

static int total;

static void look() {
  if (hidden_try_lock(false)) {
    const int seen = total;
    hidden_unlock(false);
    assert(seen == 0 || seen == 1);
  }
}

int main() {
  std::thread one(look);
  std::thread two(look);
  if (hidden_try_lock(true)) {
    ++total;
    hidden_unlock(true);
  }
  one.join();
  two.join();
}
