// A variant changes its type while another thread asks for it.
// FAILS: data-race
// VARIABLE: value
// TSAN: race
#include <cassert>
#include <thread>
#include <variant>

static std::variant<int, double> value = 1;

int main() {
  std::thread reader([] { assert(value.index() <= 1); });  // REPORTED
  value.emplace<double>(2.0);                              // REPORTED
  reader.join();
}
