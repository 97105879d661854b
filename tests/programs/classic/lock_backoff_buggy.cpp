// The second lock is taken by try_lock to avoid a deadlock, but on failure the thread goes on as if it had it.
// FAILS: assertion ++inside == 1
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex a;
static std::mutex b;
static int inside;

static void use(std::mutex& first, std::mutex& second) {
  for (int i = 0; i < 3; ++i) {
    std::lock_guard lock(first);
    bool got_second = second.try_lock();
    assert(++inside == 1);  // REPORTED
    --inside;
    if (got_second) second.unlock();
  }
}

int main() {
  std::thread one([] { use(a, b); });
  std::thread two([] { use(b, a); });
  one.join();
  two.join();
}
