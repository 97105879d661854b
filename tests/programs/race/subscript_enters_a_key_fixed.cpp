// Looking for a key by find changes nothing, beside another thread that asks for the size.
// CHECK: passes
// TSAN: silent
#include <cassert>
#include <thread>
#include <unordered_map>

static std::unordered_map<int, int> ages = {{1, 30}};

int main() {
  std::thread other([] { assert(ages.find(2) == ages.end()); });
  assert(ages.size() <= 2);
  other.join();
}
