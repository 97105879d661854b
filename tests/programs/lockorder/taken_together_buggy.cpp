// Two accounts are locked one after the other, in the order of the transfer.
// FAILS: deadlock
// HINT: possible-deadlock
// TSAN: lock-order-inversion
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
  std::lock_guard first(from.mutex);
  std::lock_guard second(to.mutex);  // REPORTED
  from.balance -= 10;
  to.balance += 10;
}

int main() {
  std::thread other([] { transfer(alice, bob); });
  transfer(bob, alice);
  other.join();
  assert(alice.balance == 100);
}
