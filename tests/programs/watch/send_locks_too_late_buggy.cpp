// Experiment 3 of [WP]: send looks for room before it has the lock.
// FAILS: data-race
// STRATEGY: wp
// VARIABLE: count
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex mutex;
static std::condition_variable arrived;
static int slots[2];
static int count;

static bool send(int value) {
  if (count == 2) {  // REPORTED
    return false;
  }
  std::lock_guard held(mutex);
  slots[count++] = value;
  arrived.notify_one();
  return true;
}

static int receive() {
  std::unique_lock held(mutex);
  arrived.wait(held, [] { return count != 0; });
  --count;  // REPORTED
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
