// Two locks are taken in either order.
// THREADS: 3
#include <mutex>
#include <thread>

static std::mutex first;
static std::mutex second;

static void take(std::mutex& one, std::mutex& other) {
  one.lock();
  other.lock();  // gdb stops here
  other.unlock();
  one.unlock();
}

int main() {
  std::thread left([] { take(first, second); });
  std::thread right([] { take(second, first); });
  left.join();  // another thread is here
  right.join();
}
