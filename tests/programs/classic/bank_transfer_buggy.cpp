// Withdrawing and depositing are each locked, but an auditor between the two finds money missing.
// FAILS: assertion sum == 200
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

static Account from;
static Account to;

int main() {
  std::thread transfer([] {
    from.change(-30);
    to.change(30);
  });
  int sum = from.balance() + to.balance();
  assert(sum == 200);  // REPORTED
  transfer.join();
}
