// What a thread does inside of an ignored scope is no part of a race, whatever the others do.
// CHECK: passes
#include <heddle/heddle.h>

#include <thread>

static int guess;

static void work() {
  const heddle::IgnoreScope outer;
  {
    const heddle::IgnoreScope inner;
  }
  ++guess;
}

int main() {
  std::thread other(work);
  ++guess;
  other.join();
}
