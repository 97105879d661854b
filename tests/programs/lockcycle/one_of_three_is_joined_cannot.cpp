// Three locks in a circle, but the thread that would close it begins when another one has ended.
// CHECK: passes
#include <mutex>
#include <thread>

static std::mutex forks[3];

static void eat(int seat) {
  std::lock_guard left(forks[seat]);
  std::lock_guard right(forks[(seat + 1) % 3]);
}

int main() {
  std::thread one(eat, 0);
  std::thread two(eat, 1);
  one.join();
  std::thread three(eat, 2);
  two.join();
  three.join();
}
