// COMPILER: g++
#include <mutex>

int balance;
static std::mutex mutex;

void deposit() {
  const std::scoped_lock lock(mutex);
  ++balance;
}
