// It looks like a loop that waits, for nobody, but it has a limit, and time passes when somebody looks.
// CHECK: passes
#include <atomic>
#include <chrono>
#include <thread>

using namespace std::chrono_literals;

static std::atomic<bool> done;

int main() {
  std::thread other([] {
    const auto limit = std::chrono::steady_clock::now() + 50ns;
    while (!done.load() && std::chrono::steady_clock::now() < limit) {
      std::this_thread::yield();
    }
  });
  other.join();
}
