// Races on the counters are meant, of both kinds.
// CHECK: passes
#include <heddle/heddle.h>

#include <thread>

struct Statistics {
  int hits[2] = {};
  short misses = 0;
};
static Statistics statistics;

static void work() {
  ++statistics.hits[0];
  ++statistics.hits[1];
  ++statistics.misses;
}

int main() {
  heddle_benign_race(&statistics.misses, sizeof statistics.misses);
  heddle_benign_race(statistics.hits, sizeof statistics.hits);
  std::thread other(work);
  work();
  other.join();
}
