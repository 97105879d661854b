// A message is handed over by a byte in a pair of sockets, sent and received by system calls in assembly.
// CHECK: passes
// STRATEGY: wp
// HB: silent
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cassert>
#include <thread>

#include "hidden.h"

static int ends[2];
static int message;

int main() {
  assert(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
  std::thread sender([] {
    message = 42;
    hidden_call(SYS_write, ends[1], "!", 1);
  });
  std::thread receiver([] {
    char byte;
    assert(hidden_call(SYS_read, ends[0], &byte, 1) == 1);
    assert(message == 42);
  });
  sender.join();
  receiver.join();
  close(ends[0]);
  close(ends[1]);
}
