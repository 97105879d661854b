// A singleton is made by whoever finds that there is none.
// FAILS: data-race
// VARIABLE: instance
// TSAN: race
#include <cassert>
#include <thread>

struct Registry {
  int entries = 0;
};

static Registry& registry() {
  static Registry* instance;
  if (!instance) instance = new Registry;  // REPORTED
  return *instance;                        // REPORTED
}

int main() {
  std::thread other([] { assert(registry().entries == 0); });
  assert(registry().entries == 0);
  other.join();
}
