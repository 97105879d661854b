// An update is lost, in a program whose arguments mean something to shells.
// THREADS: 1
// ARGUMENT: two  words
// ARGUMENT:
// ARGUMENT: it's $HOME/*
#include <cassert>
#include <cstring>
#include <thread>

static int counter;

int main(int count, char** arguments) {
  assert(count == 4 && std::strcmp(arguments[1], "two  words") == 0 && *arguments[2] == '\0');
  assert(std::strcmp(arguments[3], "it's $HOME/*") == 0);
  std::thread other([] { ++counter; });
  ++counter;
  other.join();
  assert(counter == 2);  // gdb stops here
}
