// A program of C and C++ files and an archive, built by make, hands values over without loss.
// CHECK: passes
#include <cassert>
#include <thread>

#include "box.h"

int main() {
  std::thread giver([] {
    for (int i = 0; i < 3; ++i) box_put(i);
  });
  for (int i = 0; i < 3; ++i) {
    [[maybe_unused]] int value = box_take();
    assert(value == i);
  }
  giver.join();
  assert(box_takes() == 3);
}
