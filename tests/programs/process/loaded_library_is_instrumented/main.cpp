// What a library does that is loaded while the program runs is seen, constructors too: the update is lost there.
// FAILS: assertion add() == 3
// LOADS: lib.cpp
#include <dlfcn.h>

#include <cassert>
#include <thread>

int main() {
  void* library = dlopen(LOADED_LIBRARY, RTLD_NOW);
  assert(library != nullptr);
  const auto add = reinterpret_cast<int (*)()>(dlsym(library, "add"));
  std::thread first([add] { add(); });
  std::thread second([add] { add(); });
  first.join();
  second.join();
  assert(add() == 3);
  dlclose(library);
}
