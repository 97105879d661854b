// What a weak_ptr is locked for is read while the owner of the object writes it: counting orders its end, not its use.
// FAILS: data-race
// VARIABLE: balance
// TSAN: race
#include <cassert>
#include <memory>
#include <thread>

struct Account {
  int balance = 0;
};

int main() {
  auto* owner = new std::shared_ptr<Account>(std::make_shared<Account>());
  auto* observer = new std::weak_ptr<Account>(*owner);
  std::thread looks([observer] {
    if (const std::shared_ptr<Account> there = observer->lock()) {
      assert(there->balance >= 0);  // REPORTED
    }
    delete observer;
  });
  std::thread pays([owner] {
    (*owner)->balance = 7;  // REPORTED
    delete owner;
  });
  looks.join();
  pays.join();
}
