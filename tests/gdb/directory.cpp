// A thread changes the working directory, which no other reset than fork and exec undoes.
// THREADS: 1
#include <unistd.h>

#include <cassert>
#include <cstring>
#include <thread>

int main() {
  assert(chdir("/usr") == 0);
  std::thread other([] { assert(chdir("/") == 0); });
  char path[64];
  other.join();
  assert(std::strcmp(getcwd(path, sizeof path), "/usr") == 0);  // gdb stops here
}
