// Transfer and audit hold the locks of both accounts.
// CHECK: passes
#include <cassert>
#include <mutex>
#include <thread>

struct Account {
  std::mutex mutex;
  int balance = 100;
};

static Account from;
static Account to;

int main() {
  std::thread transfer([] {
    std::scoped_lock lock(from.mutex, to.mutex);
    from.balance -= 30;
    to.balance += 30;
  });
  {
    std::scoped_lock lock(to.mutex, from.mutex);
    int sum = from.balance + to.balance;
    assert(sum == 200);
  }
  transfer.join();
}
