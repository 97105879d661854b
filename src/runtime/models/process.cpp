#include "runtime/models/process.h"

#include "runtime/machine/fatal.h"
#include "runtime/machine/real.h"
#include "runtime/models/threads.h"
#include "runtime/schedule/scheduler.h"
#include "runtime/schedule/waits.h"
#include "runtime/state/control.h"

namespace heddle::runtime {

void exit_process(int status) {
  State& models = state();
  if (is_free()) {
    real().exit(status);
  }
  models.exit_status = status;
  if (models.exiting == 0) {
    models.exiting = std::uint32_t{models.current.value} + 1;
    run_thread_local_destructors(current_thread());
  }
  real().exit(status);
  fatal("exit returned", "");
}

void end_process(int status, const void* caller) {
  visible(OperationKind::kProcessExit, nullptr, {.site = nullptr, .caller = caller});
  if (leaves_circle()) {
    describe_waits();
    end_execution(OutcomeKind::kDeadlock, 0, 0);
  }
  const int seen = status & 0xff;  // what the parent of a process gets to see
  end_execution(seen == 0 ? OutcomeKind::kPassed : OutcomeKind::kExit, 0, seen);
}

}  // namespace heddle::runtime
