// The message is read only where the semaphore was got.
// CHECK: passes
// TSAN: silent
#include <cassert>
#include <semaphore>
#include <thread>

static std::binary_semaphore sent(0);
static int message;

int main() {
  std::thread sender([] {
    message += 42;
    sent.release();
  });
  if (sent.try_acquire()) assert(message == 42);
  sender.join();
}
