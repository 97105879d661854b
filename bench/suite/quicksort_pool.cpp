// A worker leaves the pool with a range, then counts itself as busy; in between another finds nothing and closes it.
// FINDS: assertion std::is_sorted(std::begin(numbers), std::end(numbers))
// PREEMPTIONS: 1
// FIXED: counts itself as busy before it leaves the pool
#include <algorithm>
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <iterator>
#include <mutex>
#include <thread>

struct Range {
  int begin, end;
};

static std::mutex lock;
static std::condition_variable changed;
static int numbers[] = {2, 3, 1};
static Range pool[4] = {{0, 3}};
static int pooled = 1;
static std::atomic<int> busy;
static bool closed;

static bool take(Range& range) {
  std::unique_lock<std::mutex> hold(lock);
  while (pooled == 0 && busy > 0) changed.wait(hold);
  if (pooled == 0) closed = true;
  if (closed) return false;
  range = pool[--pooled];
#ifdef FIXED
  ++busy;
#endif
  return true;
}

static void put(Range range) {
  if (range.end - range.begin > 1) pool[pooled++] = range;
}

static void work() {
  Range range;
  while (take(range)) {
#ifndef FIXED
    ++busy;
#endif
    const int pivot = numbers[range.end - 1];
    int place = range.begin;
    for (int i = range.begin; i < range.end - 1; ++i) {
      if (numbers[i] < pivot) std::swap(numbers[place++], numbers[i]);
    }
    std::swap(numbers[place], numbers[range.end - 1]);
    std::lock_guard<std::mutex> hold(lock);
    put({range.begin, place});
    put({place + 1, range.end});
    --busy;
    changed.notify_all();
  }
}

int main() {
  std::thread one(work);
  std::thread two(work);
  one.join();
  two.join();
  assert(std::is_sorted(std::begin(numbers), std::end(numbers)));  // REPORTED
}
