// A data race: gdb stops at its second access.
// THREADS: 2
#include <thread>

static int counter;

int main() {
  std::thread other([] {
    counter = 1;  // gdb stops here
  });
  counter = 2;
  other.join();  // another thread is here
}
