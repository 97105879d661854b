// Dekker's entry in assembly, with a membarrier call on one side instead of a fence on both, lets one thread in.
// CHECK: passes
// STRATEGY: wp
// HB: hint
#include <linux/membarrier.h>
#include <sys/syscall.h>

#include <cassert>
#include <thread>

#include "hidden.h"

static int wants[2];
static int owner;

static void store(int* at, int value) { __asm__ volatile("movl %1, %0" : "=m"(*at) : "r"(value) : "memory"); }

int main() {
  hidden_call(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, nullptr, 0);
  std::thread often([] {
    store(&wants[0], 1);
    if (hidden_load(&wants[1]) == 0) {
      owner = 1;
    }
    store(&wants[0], 0);
  });
  std::thread seldom([] {
    store(&wants[1], 1);
    hidden_call(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, nullptr, 0);
    if (hidden_load(&wants[0]) == 0) {
      owner = 2;
    }
    store(&wants[1], 0);
  });
  often.join();
  seldom.join();
}
