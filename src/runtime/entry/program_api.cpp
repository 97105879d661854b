#include "runtime/entry/program_api.h"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>

#include "runtime/entry/annotations.h"
#include "runtime/entry/inputs.h"
#include "runtime/machine/fatal.h"
#include "runtime/machine/real.h"
#include "runtime/observe/outcome_text.h"
#include "runtime/program/modules.h"
#include "runtime/schedule/scheduler.h"
#include "runtime/session/target_executor.h"
#include "runtime/state/control.h"

namespace heddle::runtime {
namespace {

// Values that one point tells apart. A wider range is chosen digit by digit, the highest first, and nobody else runs in
// between: as many executions as there are values, and no point has more alternatives than there is room for.
constexpr std::uint32_t kValuesOfPoint = 1024;

// Of a wider range some values stand for the others.
constexpr int kMostChosen = kValuesOfPoint * kValuesOfPoint;

// Stands for the lock of sections that exclude each other.
constexpr char exclusive_sections = 0;

// The lowest value that a digit of `left` values stands for; then `left` is how many it stands for.
std::uint32_t choose_digit(std::uint32_t& left, const void* caller) {
  std::uint32_t step = 1;
  while ((left - 1) / step >= kValuesOfPoint) {
    step *= kValuesOfPoint;
  }
  const std::uint32_t digits = (left - 1) / step + 1;
  const std::uint32_t low =
      step * visible(OperationKind::kChoose, nullptr, {.site = nullptr, .caller = caller}, digits);
  left = std::min(step, left - low);
  return low;
}

}  // namespace

void program_loop_start() {
  if (controlled()) {
    loop_start();
  }
}

int program_loop_restart() { return controlled() ? loop_restart() : 0; }

int program_choose(int count, const void* caller) {
  if (!controlled() || count <= 1) {
    return 0;
  }
  if (count > kMostChosen) {
    return static_cast<int>(input_integer("heddle_choose", {.low = 0, .high = count - 1}, caller));
  }
  auto left = static_cast<std::uint32_t>(count);
  std::uint32_t value = choose_digit(left, caller);
  ++current_thread().atomic_depth;
  while (left > 1) {
    value += choose_digit(left, caller);
  }
  --current_thread().atomic_depth;
  return static_cast<int>(value);
}

void program_assume(int condition) {
  if (controlled() && condition == 0) {
    end_execution(OutcomeKind::kAssumption, 0, 0);
  }
}

void program_require(int condition) {
  program_assume(condition);
  if (!controlled() && condition == 0) {
    std::_Exit(0);
  }
}

// Entering is a scheduling point of its own: code before it must not run inside somebody else's section.
void program_atomic_begin(const void* caller) {
  if (controlled()) {
    visible(OperationKind::kAtomicSection, nullptr, {.site = nullptr, .caller = caller});
    Thread& self = current_thread();
    self.alone_steps = self.atomic_depth++ == 0 ? 0 : self.alone_steps;
  }
}

void program_atomic_end() {
  if (controlled() && current_thread().atomic_depth != 0) {
    --current_thread().atomic_depth;
  }
}

void program_exclusive_begin(const void* caller) {
  program_atomic_begin(caller);
  annotate_acquire(&exclusive_sections, caller);
}

void program_exclusive_end(const void* caller) {
  annotate_release(&exclusive_sections, caller);
  program_atomic_end();
}

void program_error(const char* what, const void* caller) {
  char text[64];
  Line(text, sizeof text).text(what).text(" was called");
  if (!controlled()) {
    std::fprintf(stderr, "%s\n", text);
    real().abort();
  }
  describe_outcome(text);
  note_fault_place(site_of_code(caller));
  end_execution(OutcomeKind::kAssertion, SIGABRT, 0);
}

}  // namespace heddle::runtime
