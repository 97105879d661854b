// One thread goes over a copy of the vector while another takes the last element away.
// CHECK: passes
// TSAN: silent
#include <cassert>
#include <thread>
#include <vector>

static std::vector<int> numbers = {1, 2, 3};

int main() {
  const auto copy = numbers;
  std::thread other([] { numbers.pop_back(); });
  int sum = 0;
  for (const int number : copy) sum += number;
  assert(sum == 3 || sum == 6);
  other.join();
}
