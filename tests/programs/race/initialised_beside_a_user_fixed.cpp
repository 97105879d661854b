// An atomic is stored to, while another thread counts in it.
// CHECK: passes
// TSAN: silent
#include <atomic>
#include <cassert>
#include <new>
#include <thread>

alignas(std::atomic<int>) static unsigned char counter[sizeof(std::atomic<int>)];

int main() {
  auto* atomic = new (counter) std::atomic<int>(0);
  std::thread other([atomic] { ++*atomic; });
  atomic->store(5);
  other.join();
  assert(*atomic == 5 || *atomic == 6);
}
