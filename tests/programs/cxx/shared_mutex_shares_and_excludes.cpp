// Shared owners of a shared_mutex meet inside; an exclusive one meets nobody.
// CHECK: passes
#include <barrier>
#include <cassert>
#include <mutex>
#include <shared_mutex>
#include <thread>
#include <vector>

static std::shared_mutex mutex;
static int left;
static int right;

int main() {
  std::barrier both_inside(2);
  auto meet = [&] {
    std::shared_lock lock(mutex);
    both_inside.arrive_and_wait();
  };
  std::thread one(meet);
  std::thread two(meet);
  one.join();
  two.join();

  std::vector<std::jthread> threads;
  for (int i = 0; i < 2; ++i) {
    threads.emplace_back([] {
      std::unique_lock lock(mutex);
      ++left;
      ++right;
    });
    threads.emplace_back([] {
      std::shared_lock lock(mutex);
      assert(left == right);
    });
  }
  threads.clear();
  assert(left == 2 && right == 2);
  assert(mutex.try_lock_shared());
  std::thread([] {
    assert(!mutex.try_lock() && mutex.try_lock_shared());
    mutex.unlock_shared();
  }).join();
  mutex.unlock_shared();
}
