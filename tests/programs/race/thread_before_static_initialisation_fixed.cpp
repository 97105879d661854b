// The static that the thread reads is initialised before the one that starts it.
// CHECK: passes
// TSAN: silent
#include <cassert>
#include <thread>

static int read_limit();

struct Starter {
  Starter() : thread([] { assert(read_limit() == 0 || read_limit() == 42); }) {}
  ~Starter() { thread.join(); }
  std::thread thread;
};

static int make_limit() { return std::thread::hardware_concurrency() > 0 ? 42 : 43; }

static int limit = make_limit();
static Starter starter;

static int read_limit() { return limit; }

int main() {}
