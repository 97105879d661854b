// A variant changes its type while another thread asks for it.
// FAILS: data-race
// VARIABLE: value
// TSAN: race
#include <atomic>
#include <cassert>
#include <thread>
#include <variant>

static std::variant<int, double> value = 1;
static std::atomic<int> seen;

int main() {
  std::thread reader([] { seen = value.index() == 0 ? 1 : 2; });  // REPORTED
  value.emplace<double>(2.0);                                     // REPORTED
  reader.join();
  assert(seen != 0);
}
