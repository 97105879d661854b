// A copy of a string is read while the string changes.
// CHECK: passes
// TSAN: silent
#include <cassert>
#include <string>
#include <thread>

static std::string name = "heddle";

int main() {
  const std::string seen = name;
  std::thread writer([] { name[0] = 'H'; });
  assert(seen[0] == 'h' || seen[0] == 'H');
  writer.join();
}
