// The old version is reused when no reader is left that could have found it.
// CHECK: passes
// TSAN: silent
#include <atomic>
#include <cassert>
#include <thread>

struct Version {
  int value;
};

static Version versions[2] = {{1}, {2}};
static std::atomic<Version*> current = &versions[0];
static std::atomic<int> readers;

int main() {
  std::thread reader([] {
    ++readers;
    const int value = current.load()->value;
    --readers;
    assert(value == 1 || value == 2 || value == 3);
  });
  current = &versions[1];
  while (readers != 0) {
  }
  versions[0].value = 3;
  reader.join();
}
