#include "runtime/program_api.h"

#include "runtime/borrowed_executor.h"
#include "runtime/control.h"
#include "runtime/scheduler.h"

namespace heddle::runtime {

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
  return visible(OperationKind::kChoose, nullptr, {.site = nullptr, .caller = caller},
                 static_cast<std::uint32_t>(count));
}

void program_assume(int condition) {
  if (controlled() && condition == 0) {
    end_execution(OutcomeKind::kAssumption, 0, 0);
  }
}

// Entering is a scheduling point of its own: code before it must not run inside somebody else's section.
void program_atomic_begin(const void* caller) {
  if (controlled()) {
    visible(OperationKind::kAtomicSection, nullptr, {.site = nullptr, .caller = caller});
    ++current_thread().atomic_depth;
  }
}

void program_atomic_end() {
  if (controlled() && current_thread().atomic_depth != 0) {
    --current_thread().atomic_depth;
  }
}

}  // namespace heddle::runtime
