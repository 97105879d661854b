// A singleton is a local static.
// CHECK: passes
// TSAN: silent
#include <cassert>
#include <thread>

struct Registry {
  int entries = 0;
};

static Registry& registry() {
  static auto* instance = new Registry;
  return *instance;
}

int main() {
  std::thread other([] { assert(registry().entries == 0); });
  assert(registry().entries == 0);
  other.join();
}
