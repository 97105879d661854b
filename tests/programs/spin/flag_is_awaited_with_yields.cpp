// A thread yields while an atomic flag is not set; another one does so through the C11 function.
// CHECK: passes
#include <threads.h>

#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> stage;

int main() {
  std::thread first([] {
    while (stage.load() != 1) {
      std::this_thread::yield();
    }
    stage.store(2);
  });
  std::thread second([] {
    while (stage.load() != 2) {
      thrd_yield();
    }
    stage.store(3);
  });
  stage.store(1);
  first.join();
  second.join();
  assert(stage.load() == 3);
}
