// A thread that waits for ever does not keep the process from ending.
// CHECK: passes
#include <atomic>
#include <thread>

static std::atomic<bool> never;

int main() {
  std::thread([] {
    while (!never.load()) {
      std::this_thread::yield();
    }
  }).detach();
  std::thread([] {
    for (;;) {
      std::this_thread::yield();
    }
  }).detach();
}
