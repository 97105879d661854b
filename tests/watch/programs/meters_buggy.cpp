// A reading is published without synchronisation, and looked at every few milliseconds meanwhile.
#include <chrono>
#include <cstdio>
#include <thread>

static int reading = 0;

static void pause(int milliseconds) { std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds)); }

int main() {
  std::thread meter([] {
    pause(50);
    reading = 42;
  });
  std::thread display([] {
    int seen = 0;
    for (int i = 0; i < 100; ++i) {
      seen = reading;
      pause(5);
    }
    std::printf("shown: %d\n", seen);
  });
  meter.join();
  display.join();
}
