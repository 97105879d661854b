// The waiter waits without looking whether what it waits for has happened: a notification that came before is lost.
// FINDS: deadlock
// PREEMPTIONS: 0 (the notifier runs first)
// FIXED: the waiter waits only while the flag is not set
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex mutex;
static std::condition_variable changed;
static bool finished;

int main() {
  std::thread waiter([] {
    std::unique_lock lock(mutex);
#ifdef FIXED
    changed.wait(lock, [] { return finished; });
#else
    changed.wait(lock);  // REPORTED
#endif
  });
  std::thread notifier([] {
    std::lock_guard lock(mutex);
    finished = true;
    changed.notify_one();
  });
  waiter.join();
  notifier.join();
}
