// A message is read when a flag is set, which is written and read in assembly, and not waited for.
// CHECK: passes
// STRATEGY: wp
// HB: hint
#include <cassert>
#include <thread>

#include "hidden.h"

static int ready;
static int message;

int main() {
  std::thread sender([] {
    message = 42;
    hidden_store(&ready, 1);
  });
  std::thread receiver([] {
    if (hidden_load(&ready) != 0) {
      assert(message == 42);
    }
  });
  sender.join();
  receiver.join();
}
