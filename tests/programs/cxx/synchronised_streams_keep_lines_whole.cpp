// Lines written through osyncstream to one buffer stay whole.
// CHECK: passes
#include <cassert>
#include <sstream>
#include <string>
#include <syncstream>
#include <thread>

int main() {
  std::ostringstream shared;
  auto write = [&](char letter) {
    for (int i = 0; i < 2; ++i) {
      std::osyncstream out(shared);
      for (int j = 0; j < 3; ++j) out << letter;
      out << '\n';
    }
  };
  std::thread one(write, 'a');
  std::thread two(write, 'b');
  one.join();
  two.join();
  std::istringstream lines(shared.str());
  int count = 0;
  for (std::string line; std::getline(lines, line); ++count) assert(line == "aaa" || line == "bbb");
  assert(count == 4);
}
