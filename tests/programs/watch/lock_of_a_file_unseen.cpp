// The lock of a file, which each thread tries to get for an opening of its own, keeps two threads apart.
// CHECK: passes
// STRATEGY: wp
// HB: silent
#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cassert>
#include <string>
#include <thread>

static std::string path;
static int balance;

static void deposit() {
  const int opened = open(path.c_str(), O_RDWR | O_CLOEXEC);
  assert(opened >= 0);
  if (flock(opened, LOCK_EX | LOCK_NB) == 0) {
    balance = balance + 1;
  }
  close(opened);
}

int main() {
  const int file = memfd_create("lock", MFD_CLOEXEC);
  path = "/proc/self/fd/" + std::to_string(file);
  std::thread first(deposit);
  std::thread second(deposit);
  first.join();
  second.join();
  close(file);
  assert(balance == 1 || balance == 2);
}
