// Experiment 3 of [WP]: send looks for room when it has the lock.
// CHECK: passes
// STRATEGY: wp
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex mutex;
static std::condition_variable arrived;
static int slots[2];
static int count;

static bool send(int value) {
  std::lock_guard held(mutex);
  if (count == 2) {
    return false;
  }
  slots[count++] = value;
  arrived.notify_one();
  return true;
}

static int receive() {
  std::unique_lock held(mutex);
  arrived.wait(held, [] { return count != 0; });
  --count;
  return slots[count];
}

int main() {
  std::thread sender([] {
    assert(send(1));
    assert(send(2));
  });
  std::thread receiver([] { assert(receive() != 0); });
  sender.join();
  receiver.join();
}
