// A reader of a sequence lock reads, over and over, until nobody has written meanwhile.
// CHECK: passes
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<unsigned> sequence;
static std::atomic<int> first;
static std::atomic<int> second;

int main() {
  std::thread writer([] {
    for (int turn = 1; turn <= 2; ++turn) {
      sequence.fetch_add(1);
      first.store(turn);
      second.store(turn);
      sequence.fetch_add(1);
    }
  });
  unsigned before = 0;
  int a = 0;
  int b = 0;
  do {
    before = sequence.load();
    a = first.load();
    b = second.load();
  } while (before % 2 != 0 || before != sequence.load());
  assert(a == b);
  writer.join();
}
