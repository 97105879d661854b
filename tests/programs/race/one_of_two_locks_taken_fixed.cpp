// A transfer takes the locks of both accounts.
// CHECK: passes
// TSAN: silent
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex alice_mutex;
static std::mutex bob_mutex;
static int alice = 100;
static int bob = 100;

int main() {
  std::thread clerk([] {
    std::scoped_lock lock(alice_mutex, bob_mutex);
    alice -= 30;
    bob += 30;
  });
  {
    std::scoped_lock lock(bob_mutex);
    assert(bob == 100 || bob == 130);
  }
  clerk.join();
}
