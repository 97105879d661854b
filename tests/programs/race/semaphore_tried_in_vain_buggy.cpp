// The message is read whether or not the semaphore was got.
// FAILS: data-race
// VARIABLE: message
// TSAN: race
#include <cassert>
#include <semaphore>
#include <thread>

static std::binary_semaphore sent(0);
static int message;

int main() {
  std::thread sender([] {
    message += 42;  // REPORTED
    sent.release();
  });
  (void)sent.try_acquire();
  assert(message == 0 || message == 42);  // REPORTED
  sender.join();
}
