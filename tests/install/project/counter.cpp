// A counter that loses updates, in the test loop of heddle.h.
#include <heddle/heddle.h>

#include <cassert>
#include <thread>

static int counter;

int main() {
  do {
    counter = 0;
    heddle_start();
    std::thread other([] { ++counter; });
    ++counter;
    other.join();
    assert(!heddle_is_active() || counter == 2);
  } while (heddle_restart());
}
