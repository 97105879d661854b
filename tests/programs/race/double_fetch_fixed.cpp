// A length is fetched once, under the lock under which it is changed.
// CHECK: passes
// TSAN: silent
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex mutex;
static int length = 4;
static char buffer[8];

int main() {
  std::thread changer([] {
    std::lock_guard lock(mutex);
    length += 2;
  });
  mutex.lock();
  const int fetched = length;
  mutex.unlock();
  if (fetched <= 8) buffer[fetched - 1] = 1;
  changer.join();
  assert(buffer[3] + buffer[5] == 1);
}
