// A thread that did not get its second lock in time keeps the first one and waits for ever.
// FAILS: deadlock
#include <chrono>
#include <mutex>
#include <thread>

static std::timed_mutex left;
static std::timed_mutex right;

static void both(std::timed_mutex& outer, std::timed_mutex& inner) {
  std::lock_guard first(outer);
  std::unique_lock second(inner, std::chrono::milliseconds(10));
  if (!second.owns_lock()) {
    second.lock();  // REPORTED
  }
}

int main() {
  std::thread one(both, std::ref(left), std::ref(right));
  std::thread two(both, std::ref(right), std::ref(left));
  one.join();
  two.join();
}
