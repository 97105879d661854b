// A letter of a string is changed while another thread reads it.
// FAILS: data-race
// VARIABLE: name
// TSAN: race
#include <cassert>
#include <string>
#include <thread>

static std::string name = "heddle";

int main() {
  std::thread writer([] { name[0] = 'H'; });  // REPORTED
  assert(name[0] == 'h' || name[0] == 'H');   // REPORTED
  writer.join();
}
