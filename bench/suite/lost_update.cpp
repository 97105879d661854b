// Two threads count a visit each; the counter is atomic, but to add is a load and a store, and a visit is lost.
// FINDS: assertion visits == 2
// PREEMPTIONS: 1
// FIXED: adds by one atomic operation
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> visits;

static void visit() {
#ifdef FIXED
  visits += 1;
#else
  visits = visits + 1;
#endif
}

int main() {
  std::thread one(visit);
  std::thread two(visit);
  one.join();
  two.join();
  assert(visits == 2);  // REPORTED
}
