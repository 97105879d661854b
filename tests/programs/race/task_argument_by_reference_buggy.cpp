// A packaged task has a reference to its argument, which is changed before the task is done.
// FAILS: data-race
// VARIABLE: argument
// TSAN: race
#include <cassert>
#include <functional>
#include <future>
#include <thread>
#include <utility>

static int argument = 21;

int main() {
  std::packaged_task<int(const int&)> task([](const int& number) { return 2 * number; });  // REPORTED
  auto result = task.get_future();
  std::thread worker(std::move(task), std::ref(argument));
  argument += 2;  // REPORTED
  assert(result.get() == 42 || argument == 23);
  worker.join();
}
