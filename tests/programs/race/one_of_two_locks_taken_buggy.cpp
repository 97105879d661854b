// A transfer takes the lock of the account it takes from, not of the other one.
// FAILS: data-race
// VARIABLE: bob
// TSAN: race
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex alice_mutex;
static std::mutex bob_mutex;
static int alice = 100;
static int bob = 100;

int main() {
  std::thread clerk([] {
    std::scoped_lock lock(alice_mutex);
    alice -= 30;
    bob += 30;  // REPORTED
  });
  {
    std::scoped_lock lock(bob_mutex);
    assert(bob == 100 || bob == 130);  // REPORTED
  }
  clerk.join();
}
