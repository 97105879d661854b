// A promise and a task that are made ready when their thread ends: all that the thread did comes before.
// CHECK: passes
// TSAN: false-alarm
#include <cassert>
#include <future>
#include <thread>
#include <utility>

static int data;

static void by_promise() {
  std::promise<int> promise;
  std::future<int> answer = promise.get_future();
  std::thread worker(
      [](std::promise<int> given) {
        given.set_value_at_thread_exit(4);
        data = 1;
      },
      std::move(promise));
  assert(answer.get() == 4 && data == 1);
  worker.join();
}

static void by_task() {
  std::packaged_task<int()> task([] { return 5; });
  std::future<int> answer = task.get_future();
  std::thread worker([&task] {
    task.make_ready_at_thread_exit();
    data = 2;
  });
  assert(answer.get() == 5 && data == 2);
  worker.join();
}

int main() {
  by_promise();
  by_task();
}
