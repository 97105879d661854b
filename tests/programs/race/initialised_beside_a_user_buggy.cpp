// An atomic is initialised again, which is a plain write, while another thread counts in it.
// FAILS: data-race
// VARIABLE: counter
// TSAN: race
#include <atomic>
#include <cassert>
#include <new>
#include <thread>

alignas(std::atomic<int>) static unsigned char counter[sizeof(std::atomic<int>)];

int main() {
  auto* atomic = new (counter) std::atomic<int>(0);
  std::thread other([atomic] { ++*atomic; });  // REPORTED
  new (counter) std::atomic<int>(5);           // REPORTED
  other.join();
  assert(*atomic == 5 || *atomic == 6);
}
