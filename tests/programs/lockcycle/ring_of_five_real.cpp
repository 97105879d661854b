// Five threads, each with a lock that its neighbour wants.
// FAILS: deadlock
#include <array>
#include <mutex>
#include <thread>

static std::array<std::mutex, 5> forks;

static void eat(std::size_t seat) {
  std::lock_guard left(forks[seat]);
  std::lock_guard right(forks[(seat + 1) % forks.size()]);  // REPORTED
}

int main() {
  std::array<std::thread, 5> threads;
  for (std::size_t seat = 0; seat < threads.size(); ++seat) {
    threads[seat] = std::thread(eat, seat);
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
}
