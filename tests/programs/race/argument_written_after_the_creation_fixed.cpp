// What the thread reads is written before the thread is created.
// CHECK: passes
// TSAN: silent
#include <cassert>
#include <thread>

static int argument;

int main() {
  argument = 42;
  std::thread reader([] { assert(argument == 0 || argument == 42); });
  reader.join();
}
