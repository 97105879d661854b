// A semaphore that lets one thread in is a mutex.
// CHECK: passes
// TSAN: silent
#include <cassert>
#include <semaphore>
#include <thread>

static std::counting_semaphore<2> inside(1);
static int counter;

static void add() {
  inside.acquire();
  ++counter;
  inside.release();
}

int main() {
  std::thread one(add);
  std::thread two(add);
  one.join();
  two.join();
  assert(counter == 1 || counter == 2);
}
