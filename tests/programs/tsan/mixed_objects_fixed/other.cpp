// COMPILER: g++
#include <mutex>

extern int balance;
extern std::mutex mutex;

void deposit_by_gcc() {
  const std::scoped_lock lock(mutex);
  ++balance;
}
