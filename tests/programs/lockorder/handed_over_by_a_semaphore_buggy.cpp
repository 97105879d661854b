// Opposite orders; the semaphore is posted before the locks are taken.
// FAILS: deadlock
// HINT: possible-deadlock
// TSAN: lock-order-inversion
#include <semaphore.h>

#include <mutex>
#include <thread>

static std::mutex left;
static std::mutex right;
static sem_t done;

int main() {
  sem_init(&done, 0, 0);
  std::thread one([] {
    sem_post(&done);
    {
      std::lock_guard outer(left);
      std::lock_guard inner(right);  // REPORTED
    }
  });
  sem_wait(&done);
  {
    std::lock_guard outer(right);
    std::lock_guard inner(left);  // REPORTED
  }
  one.join();
}
