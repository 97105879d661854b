// The last of two owners, by a relaxed count, frees what both have used.
// CHECK: passes
// STRATEGY: wp
// HB: errs
#include <atomic>
#include <thread>

struct Shared {
  std::atomic<int> owners = 2;
  int uses[2] = {};
};

static void use(Shared* shared, int self) {
  ++shared->uses[self];
  if (shared->owners.fetch_sub(1, std::memory_order_relaxed) == 1) {
    delete shared;
  }
}

int main() {
  auto* shared = new Shared;
  std::thread first(use, shared, 0);
  std::thread second(use, shared, 1);
  first.join();
  second.join();
}
