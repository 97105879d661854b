// A program that sometimes never ends: the flag is set without the lock, so the wake-up can come after the worker has
// looked at the flag and before it sleeps.
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex mutex;
static std::condition_variable changed;
static std::atomic<bool> ready = false;

static void work() {
  std::unique_lock lock(mutex);
  while (!ready) {
    changed.wait(lock);
  }
}

int main() {
  std::thread worker(work);
  ready = true;
  changed.notify_one();
  worker.join();
}
