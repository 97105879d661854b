// sleep_for and sleep_until let at least their time pass on their clock.
// CHECK: passes
#include <cassert>
#include <chrono>
#include <thread>

using namespace std::chrono_literals;

static void sleep_in_all_ways() {
  auto start = std::chrono::steady_clock::now();
  std::this_thread::sleep_for(1ms);
  assert(std::chrono::steady_clock::now() - start >= 1ms);
  auto until = std::chrono::system_clock::now() + 1ms;
  std::this_thread::sleep_until(until);
  assert(std::chrono::system_clock::now() >= until);
  std::this_thread::sleep_until(start);
  std::this_thread::sleep_for(-1s);
}

int main() {
  std::thread thread(sleep_in_all_ways);
  sleep_in_all_ways();
  thread.join();
}
