// References are given up relaxed: the destructor is not ordered behind the other owner's work.
// FAILS: data-race
// TSAN: race
#include <atomic>
#include <cassert>
#include <thread>

static int total;

struct Account {
  ~Account() { total = left + right; }  // REPORTED
  int left = 0;
  int right = 0;
  std::atomic<int> references = 2;
};

static void release(Account* account) {
  if (account->references.fetch_sub(1, std::memory_order_relaxed) == 1) delete account;  // REPORTED
}

int main() {
  auto* account = new Account;
  std::thread other([account] {
    account->left = 20;  // REPORTED
    release(account);
  });
  account->right = 22;  // REPORTED
  release(account);
  other.join();
  assert(total == 42);
}
