// A reader keeps the lock as long as it uses the pointer.
// CHECK: passes
// TSAN: silent
#include <mutex>
#include <thread>

static std::mutex mutex;
static int* node = new int(42);
static volatile int seen;

int main() {
  std::thread reader([] {
    std::unique_lock lock(mutex);
    const int* mine = node;
    if (mine) seen = *mine;
  });
  {
    std::lock_guard lock(mutex);
    delete node;
    node = nullptr;
  }
  reader.join();
}
