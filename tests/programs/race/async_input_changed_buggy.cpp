// The input of an asynchronous call is changed before its result is there.
// FAILS: data-race
// VARIABLE: input
// TSAN: race
#include <cassert>
#include <future>

static int input = 1;

int main() {
  auto result = std::async(std::launch::async, [] { return input * 2; });  // REPORTED
  input += 4;                                                              // REPORTED
  assert(result.get() == 2 || input == 5);
}
