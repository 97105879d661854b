// A message is read when a file has grown.
// CHECK: passes
// STRATEGY: wp
// HB: errs
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cassert>
#include <thread>

static int file;
static int message;

int main() {
  file = memfd_create("message", MFD_CLOEXEC);
  std::thread sender([] {
    message = 42;
    assert(ftruncate(file, 1) == 0);
  });
  std::thread receiver([] {
    struct stat state;
    assert(fstat(file, &state) == 0);
    if (state.st_size == 1) {
      assert(message == 42);
    }
  });
  sender.join();
  receiver.join();
  close(file);
}
