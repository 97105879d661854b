// Races on the counters of one kind are meant; those of the other are not.
// FAILS: data-race
// VARIABLE: misses
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
  ++statistics.misses;  // REPORTED
}

int main() {
  heddle_benign_race(statistics.hits, sizeof statistics.hits);
  std::thread other(work);
  work();
  other.join();
}
