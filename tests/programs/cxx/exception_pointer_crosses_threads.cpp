// An exception caught in one thread can be rethrown in others, several times.
// CHECK: passes
#include <cassert>
#include <exception>
#include <stdexcept>
#include <string>
#include <thread>

static int rethrow(const std::exception_ptr& pointer) {
  try {
    std::rethrow_exception(pointer);
  } catch (const std::runtime_error& error) {
    return error.what() == std::string("from another thread");
  }
}

int main() {
  std::exception_ptr pointer;
  std::thread([&] {
    try {
      throw std::runtime_error("from another thread");
    } catch (...) {
      pointer = std::current_exception();
    }
  }).join();
  assert(pointer);
  int caught_by_one = 0;
  int caught_by_two = 0;
  std::thread one([&, copy = pointer] { caught_by_one = rethrow(copy); });
  std::thread two([&, copy = pointer] { caught_by_two = rethrow(copy); });
  pointer = nullptr;
  one.join();
  two.join();
  assert(caught_by_one == 1 && caught_by_two == 1);
}
