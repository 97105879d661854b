// A loop in an atomic section that counts its rounds does not block: nobody else runs, and the execution is cut early.
#include <heddle/heddle.h>

#include <atomic>
#include <cstdio>
#include <thread>

static std::atomic<bool> flag;

int main() {
  std::thread setter([] { flag.store(true); });
  heddle_atomic_begin();
  int rounds = 0;
  while (!flag.load()) {
    ++rounds;
  }
  heddle_atomic_end();
  setter.join();
  std::printf("%d\n", rounds);
}
