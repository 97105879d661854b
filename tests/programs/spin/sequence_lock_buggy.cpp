// A reader of a sequence lock that does not look at the sequence again when it has read.
// FAILS: assertion a == b
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<unsigned> sequence;
static std::atomic<int> first;
static std::atomic<int> second;

int main() {
  std::thread writer([] {
    sequence.fetch_add(1);
    first.store(1);
    second.store(1);
    sequence.fetch_add(1);
  });
  while (sequence.load() % 2 != 0) {
  }
  const int a = first.load();
  const int b = second.load();
  assert(a == b);  // REPORTED
  writer.join();
}
