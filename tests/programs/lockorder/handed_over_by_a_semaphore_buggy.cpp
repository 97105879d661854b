// Opposite orders; the semaphore is posted before the locks are taken.
// FAILS: deadlock
// HINT: possible-deadlock
// TSAN: lock-order-inversion
#include <mutex>
#include <semaphore>
#include <thread>

static std::mutex left;
static std::mutex right;
static std::binary_semaphore done(0);

int main() {
  std::thread one([] {
    done.release();
    {
      std::lock_guard outer(left);
      std::lock_guard inner(right);  // REPORTED
    }
  });
  done.acquire();
  {
    std::lock_guard outer(right);
    std::lock_guard inner(left);  // REPORTED
  }
  one.join();
}
