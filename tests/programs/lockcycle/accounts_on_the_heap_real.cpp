// Money goes to and fro between two accounts on the heap, each locked by the one who takes from it first.
// FAILS: deadlock
#include <cassert>
#include <memory>
#include <mutex>
#include <thread>

struct Account {
  std::mutex mutex;
  int balance = 100;
};

static void transfer(Account& from, Account& to, int amount) {
  std::lock_guard outer(from.mutex);
  std::lock_guard inner(to.mutex);  // REPORTED
  from.balance -= amount;
  to.balance += amount;
}

int main() {
  const auto alice = std::make_unique<Account>();
  const auto bob = std::make_unique<Account>();
  std::thread there([&] { transfer(*alice, *bob, 10); });
  std::thread back([&] { transfer(*bob, *alice, 30); });
  there.join();
  back.join();
  assert(alice->balance == 120 && bob->balance == 80);
}
