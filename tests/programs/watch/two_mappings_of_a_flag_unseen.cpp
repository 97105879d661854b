// A flag is stored with release at one address and loaded with acquire at another: both are the same memory.
// CHECK: passes
// STRATEGY: wp
// HB: errs
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cassert>
#include <thread>

static int file;
static int message;

static std::atomic<int>* mapped() {
  void* page = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  assert(page != MAP_FAILED);
  return static_cast<std::atomic<int>*>(page);
}

int main() {
  file = memfd_create("flag", MFD_CLOEXEC);
  assert(ftruncate(file, 4096) == 0);
  std::thread sender([flag = mapped()] {
    message = 42;
    flag->store(1, std::memory_order_release);
  });
  std::thread receiver([flag = mapped()] {
    if (flag->load(std::memory_order_acquire) == 1) {
      assert(message == 42);
    }
  });
  sender.join();
  receiver.join();
  close(file);
}
