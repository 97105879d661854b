// A counter of statistics, which need not be exact, is a race all the same.
// FAILS: data-race
// VARIABLE: hits
// TSAN: race
#include <cassert>
#include <thread>

static long hits;

static void serve() {
  ++hits;  // REPORTED
}

int main() {
  std::thread other(serve);
  serve();
  other.join();
  assert(hits == 1 || hits == 2);
}
