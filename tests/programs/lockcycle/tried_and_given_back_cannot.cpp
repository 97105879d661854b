// Opposite orders, but a thread that does not get its second lock at once gives the first one back and comes again.
// CHECK: passes
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex left;
static std::mutex right;
static int visits;

static void both(std::mutex& outer, std::mutex& inner) {
  for (;;) {
    {
      std::lock_guard first(outer);
      std::unique_lock second(inner, std::try_to_lock);
      if (second.owns_lock()) {
        ++visits;
        return;
      }
    }
    std::this_thread::yield();
  }
}

int main() {
  std::thread one(both, std::ref(left), std::ref(right));
  std::thread two(both, std::ref(right), std::ref(left));
  one.join();
  two.join();
  assert(visits == 2);
}
