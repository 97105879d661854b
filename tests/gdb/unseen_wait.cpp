// An update is lost, in a program that waits where heddle does not see it.
// THREADS: 1
#include <cassert>
#include <thread>

static volatile int ready;
static int counter;

int main() {
  std::thread other([] {
    __asm__ volatile("1: pause; cmpl $0, (%0); je 1b" : : "r"(&ready) : "memory", "cc");
    ++counter;
  });
  std::this_thread::yield();
  ready = 1;
  ++counter;
  other.join();
  assert(counter == 2);  // gdb stops here
}
