// Accesses to one counter in an executable, a static and a shared library are all under control.
// FAILS: assertion counter == 3        (counting)
// CHECK: passes                        (counting_fixed)
#include <cassert>
#include <cstdio>
#include <mutex>
#include <thread>

#include "counter.h"

static std::mutex mutex;

static void call(void (*add)()) {
#ifdef WITH_LOCK
  std::lock_guard lock(mutex);
#endif
  add();
}

static void add_in_executable() { ++counter; }

int main() {
  std::thread one([] { call(add_in_static_library); });
  std::thread two([] { call(add_in_shared_library); });
  call(add_in_executable);
  one.join();
  two.join();
  std::printf("%d\n", counter);
  assert(counter == 3);  // REPORTED
}
