// What the thread reads is written when the thread has been created.
// FAILS: data-race
// VARIABLE: argument
// TSAN: race
#include <cassert>
#include <thread>

static int argument;

int main() {
  std::thread reader([] { assert(argument == 0 || argument == 42); });  // REPORTED
  argument += 42;                                                       // REPORTED
  reader.join();
}
