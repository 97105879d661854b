// A reader keeps a pointer while it has no lock; in between the node is removed and freed.
// FAILS: use-after-free
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
    lock.unlock();
    lock.lock();
    if (mine) seen = *mine;  // REPORTED
  });
  {
    std::lock_guard lock(mutex);
    delete node;
    node = nullptr;
  }
  reader.join();
}
