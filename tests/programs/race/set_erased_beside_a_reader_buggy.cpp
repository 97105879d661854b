// A set is erased from while another thread asks for its size.
// FAILS: data-race
// VARIABLE: names
// TSAN: race
#include <cassert>
#include <set>
#include <thread>

static std::set<int> names = {1, 2, 3};

int main() {
  std::thread reader([] { assert(names.size() >= 2); });  // REPORTED
  names.erase(2);                                         // REPORTED
  reader.join();
}
