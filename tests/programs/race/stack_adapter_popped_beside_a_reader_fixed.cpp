// A stack is popped under the lock under which its height is asked for.
// CHECK: passes
// TSAN: silent
#include <cassert>
#include <mutex>
#include <stack>
#include <thread>
#include <vector>

static std::mutex mutex;
static std::stack<int, std::vector<int>> stack({1, 2, 3});

int main() {
  std::thread other([] {
    std::lock_guard lock(mutex);
    stack.pop();
  });
  {
    std::lock_guard lock(mutex);
    assert(stack.size() >= 2);
  }
  other.join();
}
