// Experiment 1 of [WP]: send writes a global variable that receive reads, both in their critical sections.
// CHECK: passes
// STRATEGY: wp
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

static std::mutex mutex;
static std::condition_variable arrived;
static std::optional<int> message;
static int sent;

static void send(int value) {
  {
    std::lock_guard held(mutex);
    message = value;
    sent = 1;
  }
  arrived.notify_one();
}

static int receive(int* counted) {
  std::unique_lock held(mutex);
  arrived.wait(held, [] { return message.has_value(); });
  const int value = *message;
  message.reset();
  *counted = sent;
  return value;
}

int main() {
  std::thread sender(send, 42);
  std::thread receiver([] {
    int counted = 0;
    assert(receive(&counted) == 42);
    assert(counted == 1);
  });
  sender.join();
  receiver.join();
}
