// Each thread reads one table and changes the other one.
// FAILS: deadlock
#include <shared_mutex>
#include <thread>

struct Table {
  std::shared_mutex mutex;
  int value = 1;
};

static Table orders;
static Table stock;

static void copy(Table& from, Table& to) {
  std::shared_lock reading(from.mutex);
  std::lock_guard writing(to.mutex);  // REPORTED
  to.value = from.value;
}

int main() {
  std::thread one(copy, std::ref(orders), std::ref(stock));
  std::thread two(copy, std::ref(stock), std::ref(orders));
  one.join();
  two.join();
}
