// Three accounts in a circle, each transfer with both of its locks taken together.
// CHECK: passes
#include <cassert>
#include <mutex>
#include <thread>
#include <vector>

struct Account {
  std::mutex mutex;
  int balance = 100;
};

static void transfer(Account& from, Account& to) {
  std::scoped_lock both(from.mutex, to.mutex);
  from.balance -= 10;
  to.balance += 10;
}

int main() {
  std::vector<Account> accounts(3);
  std::thread one([&] { transfer(accounts[0], accounts[1]); });
  std::thread two([&] { transfer(accounts[1], accounts[2]); });
  transfer(accounts[2], accounts[0]);
  one.join();
  two.join();
  assert(accounts[0].balance == 100);
}
