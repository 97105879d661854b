// The count of a shared_ptr is atomic, what it points to is not.
// FAILS: data-race
// TSAN: race
#include <cassert>
#include <memory>
#include <thread>

int main() {
  auto shared = std::make_shared<int>(0);
  std::thread other([shared] { ++*shared; });  // REPORTED
  ++*shared;                                   // REPORTED
  other.join();
  assert(*shared == 1 || *shared == 2);
}
