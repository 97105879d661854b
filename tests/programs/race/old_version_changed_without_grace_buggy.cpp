// The old version is reused as soon as the new one is published, while a reader may be in it.
// FAILS: data-race
// VARIABLE: value
// TSAN: race
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
    const int value = current.load()->value;  // REPORTED
    --readers;
    assert(value == 1 || value == 2 || value == 3);
  });
  current = &versions[1];
  versions[0].value = 3;  // REPORTED
  reader.join();
}
