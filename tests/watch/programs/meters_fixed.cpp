// A reading is published under a lock, and looked at every few milliseconds meanwhile.
#include <chrono>
#include <cstdio>
#include <mutex>
#include <thread>

static int reading = 0;
static std::mutex mutex;

static void pause(int milliseconds) { std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds)); }

int main() {
  std::thread meter([] {
    pause(50);
    const std::lock_guard<std::mutex> guard(mutex);
    reading = 42;
  });
  std::thread display([] {
    int seen = 0;
    for (int i = 0; i < 100; ++i) {
      {
        const std::lock_guard<std::mutex> guard(mutex);
        seen = reading;
      }
      pause(5);
    }
    std::printf("shown: %d\n", seen);
  });
  meter.join();
  display.join();
}
