// In a test loop threads of the same number spin in every pass.
// CHECK: passes
// LOOP: safe
#include <heddle/heddle.h>

#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> turn;

int main() {
  do {
    turn.store(0);
    heddle_start();
    std::thread other([] {
      while (turn.load() != 1) {
      }
      turn.store(2);
    });
    turn.store(1);
    while (turn.load() != 2) {
      std::this_thread::yield();
    }
    other.join();
    assert(turn.load() == 2);
  } while (heddle_restart() != 0);
}
