// A loop that waits for nobody, but may be left by choice.
// CHECK: passes
#include <heddle/heddle.h>

#include <atomic>
#include <thread>

static std::atomic<bool> done;

int main() {
  std::thread other([] {
    while (!done.load() && heddle_choose(2) == 0) {
    }
  });
  other.join();
}
