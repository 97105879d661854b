// The last weak_ptr ends in another thread than the last shared_ptr: both counters are read by one access.
// CHECK: passes
// TSAN: silent
#include <cassert>
#include <memory>
#include <thread>

struct Account {
  explicit Account(int& closed_with) : closed_with(&closed_with) {}
  ~Account() { *closed_with = balance; }
  int balance = 0;
  int* closed_with;
};

int main() {
  int closed_with = 0;
  auto* owner = new std::shared_ptr<Account>(std::make_shared<Account>(closed_with));
  auto* observer = new std::weak_ptr<Account>(*owner);
  std::thread looks([observer] {
    if (const std::shared_ptr<Account> there = observer->lock()) {
      assert(there.get() != nullptr);
    }
    delete observer;
  });
  std::thread pays([owner] {
    (*owner)->balance = 7;
    delete owner;
  });
  looks.join();
  pays.join();
  assert(closed_with == 7);
}
