// counting_semaphore lets as many in as it has; try_acquire fails on none and the timed forms time out.
// CHECK: passes
#include <atomic>
#include <cassert>
#include <chrono>
#include <semaphore>
#include <thread>
#include <vector>

using namespace std::chrono_literals;

int main() {
  std::counting_semaphore<8> rooms(2);
  std::atomic<int> inside = 0;
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 4; ++i) {
      threads.emplace_back([&] {
        rooms.acquire();
        assert(++inside <= 2);
        --inside;
        rooms.release();
      });
    }
  }
  rooms.acquire();
  rooms.acquire();
  assert(!rooms.try_acquire());
  assert(!rooms.try_acquire_for(1ms));
  assert(!rooms.try_acquire_until(std::chrono::steady_clock::now() + 1ms));
  rooms.release(2);
  // try_acquire may fail for no reason but not forever.
  while (!rooms.try_acquire()) {
  }

  std::binary_semaphore ping(0);
  std::binary_semaphore pong(0);
  int ball = 0;
  std::jthread other([&] {
    for (int i = 0; i < 3; ++i) {
      ping.acquire();
      ++ball;
      pong.release();
    }
  });
  for (int i = 0; i < 3; ++i) {
    ping.release();
    pong.acquire();
    assert(ball == i + 1);
  }
}
