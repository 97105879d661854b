// A semaphore that lets two threads in excludes nobody of two.
// FAILS: data-race
// VARIABLE: counter
// TSAN: silent
#include <cassert>
#include <semaphore>
#include <thread>

static std::counting_semaphore<2> inside(2);
static int counter;

static void add() {
  inside.acquire();
  ++counter;  // REPORTED
  inside.release();
}

int main() {
  std::thread one(add);
  std::thread two(add);
  one.join();
  two.join();
  assert(counter == 1 || counter == 2);
}
