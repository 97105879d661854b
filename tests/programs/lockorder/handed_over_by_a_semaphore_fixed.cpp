// Opposite orders; the semaphore is posted when the locks are given back: no deadlock.
// CHECK: passes
// TSAN: false-alarm
#include <mutex>
#include <semaphore>
#include <thread>

static std::mutex left;
static std::mutex right;
static std::binary_semaphore done(0);

int main() {
  std::thread one([] {
    {
      std::lock_guard outer(left);
      std::lock_guard inner(right);
    }
    done.release();
  });
  done.acquire();
  {
    std::lock_guard outer(right);
    std::lock_guard inner(left);
  }
  one.join();
}
