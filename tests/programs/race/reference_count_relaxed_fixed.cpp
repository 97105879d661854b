// References are given up with release and acquire: the destructor comes behind all work.
// CHECK: passes
// TSAN: silent
#include <atomic>
#include <cassert>
#include <thread>

static int total;

struct Account {
  ~Account() { total = left + right; }
  int left = 0;
  int right = 0;
  std::atomic<int> references = 2;
};

static void release(Account* account) {
  if (account->references.fetch_sub(1, std::memory_order_acq_rel) == 1) delete account;
}

int main() {
  auto* account = new Account;
  std::thread other([account] {
    account->left = 20;
    release(account);
  });
  account->right = 22;
  release(account);
  other.join();
  assert(total == 42);
}
