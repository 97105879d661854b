// A thread that looks at volatile cells over and over, before anybody has written there and it is known that they are
// shared, lets others run after a few rounds.
#include <cassert>
#include <thread>

static volatile int flag;
static volatile int progress;

int main() {
  std::thread setter([] { flag = 1; });
  int rounds = 0;
  while (flag == 0 && progress < 100) {
    ++rounds;
  }
  assert(rounds < 10);
  setter.join();
}
