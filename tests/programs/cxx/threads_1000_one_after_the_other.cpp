// A program can create and join 1000 threads one after the other, and detach others in between.
// CHECK: passes
// RUNS: 50
#include <cassert>
#include <semaphore>
#include <thread>

int main() {
  int counter = 0;
  std::binary_semaphore done(0);
  for (int i = 0; i < 1000; ++i) {
    if (i % 10 == 0) {
      std::thread([&] {
        ++counter;
        done.release();
      }).detach();
      done.acquire();
    } else {
      std::thread([&] { ++counter; }).join();
    }
  }
  assert(counter == 1000);
}
