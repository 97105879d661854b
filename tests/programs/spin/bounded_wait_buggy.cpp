// A thread looks three times and takes it for granted then.
// FAILS: assertion done.load()
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<bool> done;

int main() {
  std::thread other([] { done.store(true); });
  for (int attempt = 0; attempt < 3 && !done.load(); ++attempt) {
    std::this_thread::yield();
  }
  assert(done.load());  // REPORTED
  other.join();
}
