// A stack is popped while another thread asks how high it is.
// FAILS: data-race
// VARIABLE: stack
// TSAN: race
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
    stack.pop();  // REPORTED
  });
  {
    assert(stack.size() >= 2);  // REPORTED
  }
  other.join();
}
