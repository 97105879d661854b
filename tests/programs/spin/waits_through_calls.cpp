// A thread polls through a virtual function, a pointer and a std::function.
// STATES: 0 1
#include <atomic>
#include <functional>
#include <thread>

#include "states.h"

namespace {

std::atomic<int> stage;
std::atomic<int> arrived;

struct Source {
  Source() = default;
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;
  virtual ~Source() = default;
  virtual bool is_ready() = 0;
};

struct Stage : Source {
  bool is_ready() override { return stage.load() != 0; }
};

bool is_ready() { return stage.load() != 0; }

}  // namespace

int main() {
  Stage source;
  Source* volatile virtual_source = &source;
  bool (*volatile pointer)() = is_ready;
  const std::function<bool()> function = is_ready;
  std::thread other([&] {
    while (!virtual_source->is_ready()) {
    }
    while (!pointer()) {
    }
    while (!function()) {
    }
    arrived = 1;
  });
  stage = 1;
  const int seen = arrived;
  other.join();
  final_state("%d", seen);
}
