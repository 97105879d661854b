// Experiment 1 of [WP]: send writes a global variable that receive reads, both behind their critical sections.
// FAILS: data-race
// STRATEGY: wp
// VARIABLE: sent
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
  }
  arrived.notify_one();
  sent = 1;  // REPORTED
}

static int receive(int* counted) {
  std::unique_lock held(mutex);
  arrived.wait(held, [] { return message.has_value(); });
  const int value = *message;
  message.reset();
  held.unlock();
  *counted = sent;  // REPORTED
  return value;
}

int main() {
  std::thread sender(send, 42);
  std::thread receiver([] {
    int counted = 0;
    assert(receive(&counted) == 42);
  });
  sender.join();
  receiver.join();
}
