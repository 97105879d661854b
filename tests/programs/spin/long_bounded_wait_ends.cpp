// A thread that looks 5,000 times gives up in some schedules, however long it is watched.
// FAILS: assertion done.load()
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<bool> done;
static std::atomic<bool> given_up;

int main() {
  std::thread other([] {
    while (!given_up.load()) {
    }
    done.store(true);
  });
  for (int attempt = 0; attempt < 5000 && !done.load(); ++attempt) {
  }
  given_up.store(true);
  assert(done.load());  // REPORTED
  other.join();
}
