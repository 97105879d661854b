// A value of any type is reset while another thread asks whether there is one.
// FAILS: data-race
// VARIABLE: value
// TSAN: race
#include <any>
#include <atomic>
#include <cassert>
#include <thread>

static std::any value = 42;
static std::atomic<int> seen;

int main() {
  std::thread reader([] { seen = value.has_value() ? 1 : 2; });  // REPORTED
  value.reset();                                                 // REPORTED
  reader.join();
  assert(seen != 0);
}
