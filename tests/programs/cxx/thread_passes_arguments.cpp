// std::thread copies, moves and refers to its arguments, can be moved, swapped, joined and detached.
// CHECK: passes
#include <cassert>
#include <functional>
#include <memory>
#include <semaphore>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

struct Adder {
  void add(int amount) { total += amount; }
  int total = 0;
};

int main() {
  std::string by_reference = "a";
  std::thread first([](std::string copy, std::string& reference,
                       std::unique_ptr<int> owned) { reference += copy + std::to_string(*owned); },
                    "b", std::ref(by_reference), std::make_unique<int>(3));
  Adder adder;
  std::thread second(&Adder::add, &adder, 5);
  std::thread moved = std::move(first);
  assert(!first.joinable() && moved.joinable());
  swap(moved, second);
  assert(moved.get_id() != second.get_id() && moved.get_id() != std::this_thread::get_id());
  moved.join();
  second.join();
  assert(by_reference == "ab3" && adder.total == 5);
  assert(moved.get_id() == std::thread::id());

  try {
    moved.join();
    assert(!"joined twice");
  } catch (const std::system_error& error) {
    assert(error.code() == std::errc::invalid_argument);
  }
  std::binary_semaphore done(0);
  std::thread([&done] { done.release(); }).detach();
  done.acquire();
  assert(std::thread::hardware_concurrency() >= 1);
}
