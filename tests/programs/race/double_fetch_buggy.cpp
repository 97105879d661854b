// A length is checked and used again later, while another thread changes it.
// FAILS: data-race
// VARIABLE: length
// TSAN: race
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex mutex;
static int length = 4;
static char buffer[8];

int main() {
  std::thread changer([] {
    std::lock_guard lock(mutex);
    length += 2;  // REPORTED
  });
  if (length <= 8) {         // REPORTED
    buffer[length - 1] = 1;  // REPORTED
  }
  changer.join();
  assert(buffer[3] + buffer[5] == 1);
}
