// Threads try to lock a mutex, and yield, until they get it.
// CHECK: passes
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex mutex;
static int counter;

static void count() {
  for (int turn = 0; turn < 2; ++turn) {
    while (!mutex.try_lock()) {
      std::this_thread::yield();
    }
    ++counter;
    mutex.unlock();
  }
}

int main() {
  std::thread first(count);
  std::thread second(count);
  first.join();
  second.join();
  assert(counter == 4);
}
