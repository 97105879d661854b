// std::jthread asks its thread to stop and joins it when destroyed; stop callbacks run once.
// CHECK: passes
#include <atomic>
#include <cassert>
#include <stop_token>
#include <thread>

int main() {
  std::atomic<int> callbacks = 0;
  bool finished = false;
  {
    std::jthread worker([&](std::stop_token token) {
      while (!token.stop_requested()) std::this_thread::yield();
      finished = true;
    });
    std::stop_callback callback(worker.get_stop_token(), [&] { ++callbacks; });
    assert(worker.joinable());
  }
  assert(finished);
  assert(callbacks == 0);

  std::stop_source source;
  std::stop_callback early(source.get_token(), [&] { ++callbacks; });
  int winners = 0;
  {
    std::atomic<int> requests = 0;
    std::jthread one([&] { requests += source.request_stop(); });
    std::jthread two([&] { requests += source.request_stop(); });
    one.join();
    two.join();
    winners = requests;
  }
  assert(winners == 1 && callbacks == 1);
  std::stop_callback late(source.get_token(), [&] { ++callbacks; });
  assert(callbacks == 2);
}
