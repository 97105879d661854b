// Neighbouring cells are locked upwards, but in the third round the last one comes before the first.
// FAILS: deadlock
#include <mutex>
#include <thread>

static std::mutex cells[3];

static void compare(int one, int other) {
  std::lock_guard outer(cells[one]);
  std::lock_guard inner(cells[other]);  // REPORTED
}

int main() {
  std::thread around([] {
    for (int round = 0; round < 3; ++round) {
      compare(round, (round + 1) % 3);
    }
  });
  std::thread across([] { compare(0, 2); });
  around.join();
  across.join();
}
