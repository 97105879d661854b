// What a thread does behind the end of an ignored scope counts again, also where that was one of two.
// FAILS: data-race
// VARIABLE: total
#include <heddle/heddle.h>

#include <thread>

static int total;
static int guess;

static void work() {
  {
    const heddle::IgnoreScope outer;
    {
      const heddle::IgnoreScope inner;
    }
    ++guess;
  }
  ++total;  // REPORTED
}

int main() {
  std::thread other(work);
  work();
  other.join();
}
