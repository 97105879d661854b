// Threads may write to cout, cerr and printf at once and use string streams of their own.
// CHECK: passes
#include <cassert>
#include <cstdio>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <thread>

static void write_everywhere(int number) {
  for (int i = 0; i < 2; ++i) {
    std::ostringstream own;
    own << "thread " << number << ' ' << std::setw(4) << std::setfill('0') << i << ' ' << std::hex << 255 << ' ' << 1.5;
    assert(own.str() == "thread " + std::to_string(number) + " 000" + std::to_string(i) + " ff 1.5");
    std::istringstream back(own.str());
    std::string word;
    int read = 0;
    assert(back >> word >> read && word == "thread" && read == number);
    std::cout << own.str() << std::endl;
    std::cerr << number;
    std::clog << number;
    std::printf("%d\n", number);
  }
}

int main() {
  std::thread one(write_everywhere, 1);
  std::thread two(write_everywhere, 2);
  write_everywhere(3);
  one.join();
  two.join();
}
