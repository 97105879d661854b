// One thread goes from the first lock over the second to the third, another from the third to the first.
// FAILS: deadlock
#include <mutex>
#include <thread>

static std::mutex first;
static std::mutex second;
static std::mutex third;

int main() {
  std::thread down([] {
    std::lock_guard outermost(first);
    {
      std::lock_guard middle(second);
      {
        std::lock_guard innermost(third);  // REPORTED
      }
    }
  });
  std::thread up([] {
    std::lock_guard outer(third);
    std::lock_guard inner(first);  // REPORTED
  });
  down.join();
  up.join();
}
