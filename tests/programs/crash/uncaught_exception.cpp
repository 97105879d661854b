// An exception that leaves a thread ends the run.
// FAILS: crash uncaught exception
#include <stdexcept>
#include <thread>

static int counter;

static void add() {
  int seen = counter;
  counter = seen + 1;
}

int main() {
  std::thread one(add);
  std::thread two(add);
  one.join();
  two.join();
  std::thread([] {
    if (counter != 2) throw std::runtime_error("lost an update");  // REPORTED
  }).join();
}
