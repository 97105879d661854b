// Experiment 2 of [WP]: receive looks for a message before it has the lock.
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

static void send(int value) {
  std::lock_guard held(mutex);
  slots[count] = value;
  ++count;  // REPORTED
  arrived.notify_one();
}

static int receive() {
  const bool empty = count == 0;  // REPORTED
  std::unique_lock held(mutex);
  if (empty) {
    arrived.wait(held, [] { return count != 0; });
  }
  return slots[--count];
}

int main() {
  std::thread sender(send, 42);
  std::thread receiver([] { assert(receive() == 42); });
  sender.join();
  receiver.join();
}
