// One thread goes over a vector while another takes its last element away.
// FAILS: data-race
// VARIABLE: numbers
// TSAN: race
#include <cassert>
#include <thread>
#include <vector>

static std::vector<int> numbers = {1, 2, 3};

int main() {
  std::thread other([] { numbers.pop_back(); });  // REPORTED
  int sum = 0;
  for (const int number : numbers) sum += number;  // REPORTED
  assert(sum == 3 || sum == 6);
  other.join();
}
