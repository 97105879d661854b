// The bank of bank.cpp with the bug fixed: one lock for all accounts, so that a transfer is one step for the auditor.
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex bank;
static int alice = 100;
static int bob = 100;

static void transfer(int& from, int& to, int amount) {
  std::lock_guard lock(bank);
  from -= amount;
  to += amount;
}

static int audit() {
  std::lock_guard lock(bank);
  return alice + bob;
}

int main() {
  std::thread clerk([] { transfer(alice, bob, 30); });
  int total = audit();
  assert(total == 200);
  clerk.join();
}
