// A bank whose auditor finds money missing, once in thousands of runs.
//
// Every access to an account is under its lock, so there is no data race for a race detector to find. Withdrawing and
// depositing are two steps, and the auditor knows that between them the money is in neither account: it counts until two
// counts agree.
#include <cassert>
#include <mutex>
#include <thread>

class Account {
 public:
  void change(int amount) {
    std::lock_guard lock(mutex_);
    balance_ += amount;
  }
  int balance() {
    std::lock_guard lock(mutex_);
    return balance_;
  }

 private:
  std::mutex mutex_;
  int balance_ = 100;
};

static Account alice;
static Account bob;

static void transfer(Account& from, Account& to, int amount) {
  from.change(-amount);
  to.change(amount);
}

static int count() { return alice.balance() + bob.balance(); }

static int audit() {
  int before = count();
  int after = count();
  while (after != before) {
    before = after;
    after = count();
  }
  return after;
}

int main() {
  std::thread clerk([] { transfer(alice, bob, 30); });
  int total = audit();
  assert(total == 200);
  clerk.join();
}
