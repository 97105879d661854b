// A pointer is used after the other thread has cleared it, which waits for its lock meanwhile.
// THREADS: 2
#include <mutex>
#include <thread>

static std::mutex lock;
static int value = 1;
static int* pointer = &value;

static void clear() {
  pointer = nullptr;
  std::lock_guard guard(lock);  // another thread is here
}

int main() {
  lock.lock();
  std::thread other(clear);
  int seen = 0;
  if (pointer != nullptr) {
    seen = *pointer;  // gdb stops here
  }
  lock.unlock();
  other.join();
  return seen - seen;
}
