// In the test loop: a condition variable hands a value over, with state on main's stack.
// CHECK: passes
// LOOP: safe
#include <heddle/heddle.h>

#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

struct Box {
  std::mutex mutex;
  std::condition_variable changed;
  int value = 0;
};

static void test() {
  Box box;
  std::thread giver([&] {
    {
      std::lock_guard lock(box.mutex);
      box.value = 42;
    }
    box.changed.notify_one();
  });
  {
    std::unique_lock lock(box.mutex);
    box.changed.wait(lock, [&] { return box.value != 0; });
    assert(box.value == 42);
  }
  giver.join();
}

int main() {
  do {
    heddle_start();
    test();
  } while (heddle_restart());
}
