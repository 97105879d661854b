// A letter of a string is changed while another thread reads the next one.
// CHECK: passes
// TSAN: silent
#include <cassert>
#include <string>
#include <thread>

static std::string name = "heddle";

int main() {
  std::thread writer([] { name[0] = 'H'; });
  assert(name[1] == 'e');
  writer.join();
}
