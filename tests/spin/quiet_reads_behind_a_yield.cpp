// Behind its yield the waiting thread reads a plain variable, which is no scheduling point here.
#include <sched.h>

#include <atomic>
#include <thread>

static std::atomic<int> news;
static std::atomic<int> seen;
static int ready;

static void wait() {
  for (;;) {
    sched_yield();
    if (ready != 0) {
      seen.load();
      return;
    }
    news.load();
  }
}

int main() {
  std::thread waiter(wait);
  news.store(1);
  news.store(2);
  ready = 1;
  waiter.join();
}
