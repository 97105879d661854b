// Each thread throws, nests, rethrows and counts its own exceptions.
// CHECK: passes
#include <cassert>
#include <exception>
#include <stdexcept>
#include <string>
#include <thread>

static void fail(int number) {
  try {
    throw std::out_of_range(std::to_string(number));
  } catch (...) {
    std::this_thread::yield();
    std::throw_with_nested(std::runtime_error("outer"));
  }
}

static void catch_own(int number) {
  for (int i = 0; i < 2; ++i) {
    try {
      fail(number);
      assert(!"thrown above");
    } catch (const std::runtime_error& outer) {
      assert(std::uncaught_exceptions() == 0);
      std::this_thread::yield();
      assert(std::string(outer.what()) == "outer");
      try {
        std::rethrow_if_nested(outer);
      } catch (const std::out_of_range& inner) {
        assert(inner.what() == std::to_string(number));
      }
    }
  }
}

int main() {
  std::thread one(catch_own, 1);
  std::thread two(catch_own, 2);
  catch_own(3);
  one.join();
  two.join();
}
