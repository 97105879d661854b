// A packaged task has a copy of its argument.
// CHECK: passes
// TSAN: silent
#include <cassert>
#include <future>
#include <thread>
#include <utility>

static int argument = 21;

int main() {
  std::packaged_task<int(int)> task([](int number) { return 2 * number; });
  auto result = task.get_future();
  std::thread worker(std::move(task), argument);
  argument += 2;
  assert(result.get() == 42 || argument == 23);
  worker.join();
}
