// Opposite orders; the semaphore is posted when the locks are given back: no deadlock.
// CHECK: passes
// TSAN: false-alarm
#include <semaphore.h>

#include <mutex>
#include <thread>

static std::mutex left;
static std::mutex right;
static sem_t done;

int main() {
  sem_init(&done, 0, 0);
  std::thread one([] {
    {
      std::lock_guard outer(left);
      std::lock_guard inner(right);
    }
    sem_post(&done);
  });
  sem_wait(&done);
  {
    std::lock_guard outer(right);
    std::lock_guard inner(left);
  }
  one.join();
}
