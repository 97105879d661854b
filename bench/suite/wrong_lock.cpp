// Moving an interval and measuring it take different locks: it is measured when only one of its ends has moved.
// FINDS: assertion length == 10
// PREEMPTIONS: 1
// FIXED: both take the same lock
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex write_lock;
#ifdef FIXED
static std::mutex& read_lock = write_lock;
#else
static std::mutex read_lock;
#endif
static int left = 0;
static int right = 10;

static void shift() {
  std::lock_guard<std::mutex> hold(write_lock);
  left += 5;
  right += 5;
}

static void measure() {
  std::lock_guard<std::mutex> hold(read_lock);
  const int length = right - left;
  assert(length == 10);  // REPORTED
}

int main() {
  std::thread mover(shift);
  std::thread measurer(measure);
  mover.join();
  measurer.join();
}
