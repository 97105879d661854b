// A static constructor starts a thread, which reads a static that is initialised behind it.
// FAILS: data-race
// VARIABLE: limit
// TSAN: race
#include <cassert>
#include <thread>

static int read_limit();

struct Starter {
  Starter() : thread([] { assert(read_limit() == 0 || read_limit() == 42); }) {}
  ~Starter() { thread.join(); }
  std::thread thread;
};

static int make_limit() { return std::thread::hardware_concurrency() > 0 ? 42 : 43; }

static Starter starter;
static int limit = make_limit();  // REPORTED

static int read_limit() { return limit; }  // REPORTED

int main() {}
