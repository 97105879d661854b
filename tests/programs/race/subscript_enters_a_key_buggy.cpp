// Looking for a key by subscript enters it, beside another thread that asks for the size.
// FAILS: data-race
// VARIABLE: ages
// TSAN: race
#include <cassert>
#include <thread>
#include <unordered_map>

static std::unordered_map<int, int> ages = {{1, 30}};

int main() {
  std::thread other([] {
    assert(ages[2] == 0);  // REPORTED
  });
  assert(ages.size() <= 2);  // REPORTED
  other.join();
}
