// Two threads throw the same exception again and read it. Whoever is done with it last destroys it.
// CHECK: passes
// TSAN: false-alarm
#include <cassert>
#include <exception>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>

struct Refusal {
  explicit Refusal(int code) : code(code) {}
  Refusal(const Refusal& other) = default;
  ~Refusal() { code = -1; }
  int code;
};

static void look_at(std::exception_ptr failure) {
  try {
    std::rethrow_exception(std::move(failure));
  } catch (const Refusal& refusal) {
    assert(refusal.code == 5);
  } catch (const std::runtime_error& error) {
    assert(std::string(error.what()) == "refused");
  }
}

static void hand_out(std::exception_ptr failure) {
  std::thread first(look_at, failure);
  std::thread second(look_at, std::move(failure));
  first.join();
  second.join();
}

int main() {
  hand_out(std::make_exception_ptr(Refusal(5)));
  hand_out(std::make_exception_ptr(std::runtime_error("refused")));
}
