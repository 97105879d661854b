// Two withdrawals both find enough money before either takes it: checking and taking lock the account separately.
// FINDS: assertion account.balance() >= 0
// PREEMPTIONS: 1
// FIXED: checks and takes under one lock
#include <cassert>
#include <mutex>
#include <thread>

class Account {
 public:
  int balance() {
    std::lock_guard<std::mutex> hold(lock_);
    return balance_;
  }

  void take(int amount) {
    std::lock_guard<std::mutex> hold(lock_);
    balance_ -= amount;
  }

  void withdraw(int amount) {
#ifdef FIXED
    std::lock_guard<std::mutex> hold(lock_);
    if (balance_ >= amount) balance_ -= amount;
#else
    if (balance() >= amount) take(amount);
#endif
  }

 private:
  std::mutex lock_;
  int balance_ = 100;
};

static Account account;

int main() {
  std::thread one([] { account.withdraw(80); });
  std::thread two([] { account.withdraw(80); });
  one.join();
  two.join();
  assert(account.balance() >= 0);  // REPORTED
}
