// An exception leaves a function that has locked for reading by hand.
// FAILS: lock-misuse
// TSAN: silent
#include <atomic>
#include <exception>
#include <shared_mutex>
#include <thread>

static std::shared_mutex mutex;
static std::atomic<bool> broken;

static void look() {
  mutex.lock_shared();                 // REPORTED
  if (broken) throw std::exception();  // REPORTED
  mutex.unlock_shared();
}

int main() {
  std::thread reader([] {
    try {
      look();
    } catch (const std::exception&) {
    }
  });  // REPORTED
  broken = true;
  broken = false;
  reader.join();
}
