// Two threads throw the same exception again: it is one object, and one of them writes to it.
// FAILS: data-race
// VARIABLE: code
// TSAN: race
#include <cassert>
#include <exception>
#include <thread>
#include <utility>

struct Refusal {
  int code;
};

static void look_at(std::exception_ptr failure) {
  try {
    std::rethrow_exception(std::move(failure));
  } catch (const Refusal& refusal) {
    assert(refusal.code >= 5);  // REPORTED
  }
}

static void change(std::exception_ptr failure) {
  try {
    std::rethrow_exception(std::move(failure));
  } catch (Refusal& refusal) {
    refusal.code = 6;  // REPORTED
  }
}

int main() {
  std::exception_ptr failure = std::make_exception_ptr(Refusal{5});
  std::thread first(look_at, failure);
  std::thread second(change, std::move(failure));
  first.join();
  second.join();
}
