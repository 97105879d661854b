// A worker that sometimes sleeps for ever: the flag that stops it is set without its lock, so that the wake-up can come
// after the worker has looked at the flag and before it sleeps.
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <queue>
#include <thread>

static std::mutex mutex;
static std::condition_variable changed;
static std::queue<int> jobs;
static std::atomic<bool> stop = false;
static int done;

static void work() {
  std::unique_lock lock(mutex);
  for (;;) {
    while (jobs.empty() && !stop) {
      changed.wait(lock);
    }
    if (jobs.empty()) {
      return;
    }
    done += jobs.front();
    jobs.pop();
  }
}

int main() {
  std::thread worker(work);
  {
    std::lock_guard lock(mutex);
    jobs.push(1);
  }
  changed.notify_one();
  stop = true;
  changed.notify_one();
  worker.join();
}
