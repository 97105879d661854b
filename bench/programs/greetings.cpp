// Two threads write lines to standard output, one line at a time.
#include <iostream>
#include <mutex>
#include <thread>

namespace {

std::mutex output;

void greet(int number) {
  for (int line = 0; line < 2; ++line) {
    const std::lock_guard lock(output);
    std::cout << "thread " << number << ", line " << line << '\n';
  }
}

}  // namespace

int main() {
  std::thread first(greet, 1);
  std::thread second(greet, 2);
  first.join();
  second.join();
  std::cout << "done" << std::endl;
}
