// A view of a string is read while the string changes.
// FAILS: data-race
// VARIABLE: name
// TSAN: race
#include <cassert>
#include <string>
#include <string_view>
#include <thread>

static std::string name = "heddle";

int main() {
  const std::string_view seen = name;
  std::thread writer([] { name[0] = 'H'; });  // REPORTED
  assert(seen[0] == 'h' || seen[0] == 'H');   // REPORTED
  writer.join();
}
