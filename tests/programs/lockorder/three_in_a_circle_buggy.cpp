// Each of three threads takes a lock and that of its neighbour.
// FAILS: deadlock
// HINT: possible-deadlock
// TSAN: lock-order-inversion
#include <mutex>
#include <thread>

static std::mutex forks[3];

static void eat(int first, int second) {
  std::lock_guard outer(forks[first]);
  std::lock_guard inner(forks[second]);  // REPORTED
}

int main() {
  std::thread one(eat, 0, 1);
  std::thread two(eat, 1, 2);
  eat(2, 0);
  one.join();
  two.join();
}
