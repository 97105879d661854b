// Each of three threads takes a lock and that of its neighbour, the last one the other way round.
// CHECK: passes
// TSAN: silent
#include <mutex>
#include <thread>

static std::mutex forks[3];

static void eat(int first, int second) {
  std::lock_guard outer(forks[first]);
  std::lock_guard inner(forks[second]);
}

int main() {
  std::thread one(eat, 0, 1);
  std::thread two(eat, 1, 2);
  eat(0, 2);
  one.join();
  two.join();
}
