// Two accounts are locked together by std::scoped_lock, in any order: no deadlock.
// CHECK: passes
// TSAN: silent
#include <cassert>
#include <mutex>
#include <thread>

struct Account {
  std::mutex mutex;
  int balance = 100;
};

static Account alice;
static Account bob;

static void transfer(Account& from, Account& to) {
  std::scoped_lock both(from.mutex, to.mutex);
  from.balance -= 10;
  to.balance += 10;
}

int main() {
  std::thread other([] { transfer(alice, bob); });
  transfer(bob, alice);
  other.join();
  assert(alice.balance == 100);
}
