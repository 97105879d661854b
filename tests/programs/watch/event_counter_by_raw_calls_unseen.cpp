// A message is handed over by an event counter, raised and awaited by system calls in assembly.
// CHECK: passes
// STRATEGY: wp
// HB: silent
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cassert>
#include <cstdint>
#include <thread>

#include "hidden.h"

static int event;
static int message;

int main() {
  event = eventfd(0, 0);
  std::thread sender([] {
    message = 42;
    const std::uint64_t one = 1;
    hidden_call(SYS_write, event, &one, sizeof one);
  });
  std::thread receiver([] {
    std::uint64_t raised;
    assert(hidden_call(SYS_read, event, &raised, sizeof raised) == sizeof raised);
    assert(message == 42);
  });
  sender.join();
  receiver.join();
  close(event);
}
