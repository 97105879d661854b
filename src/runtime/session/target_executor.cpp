#include "runtime/session/target_executor.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "core/hash.h"
#include "engine/schedule_controller.h"
#include "runtime/contexts/carriers.h"
#include "runtime/contexts/pool.h"
#include "runtime/kernel/children.h"
#include "runtime/kernel/descriptors.h"
#include "runtime/kernel/streams.h"
#include "runtime/kernel/syscalls.h"
#include "runtime/machine/fatal.h"
#include "runtime/machine/fresh_memory.h"
#include "runtime/machine/link.h"
#include "runtime/machine/notes.h"
#include "runtime/machine/own_text.h"
#include "runtime/models/threads.h"
#include "runtime/observe/outcome_text.h"
#include "runtime/observe/recorder.h"
#include "runtime/observe/watching.h"
#include "runtime/program/modules.h"
#include "runtime/program/point_set.h"
#include "runtime/reset/branches.h"
#include "runtime/reset/fork_reset.h"
#include "runtime/reset/snapshot.h"
#include "runtime/schedule/alternatives.h"
#include "runtime/schedule/focus.h"
#include "runtime/schedule/seeking.h"
#include "runtime/schedule/unseen_waits.h"
#include "runtime/session/explore.h"
#include "runtime/state/control.h"
#include "runtime/state/state.h"

namespace heddle::runtime {

Execution execution;

namespace {

// Why the target came back to the engine.
enum class Return : std::uint8_t {
  kEnded,      // the execution ended; memory is to be put back
  kLoopStart,  // heddle_start() for the first time, or heddle_explore()
  kLoopEnd,    // heddle_restart(): the program puts its state back itself
  kExplores,   // heddle_explore() in a child, where nobody knew of it: it is to be reached before children are made
};
Return returned = Return::kEnded;

// Where main's context will go on.
enum class Position : std::uint8_t {
  kEntry,        // the start of the program
  kLoopStart,    // inside the first heddle_start() or in heddle_explore(), as the snapshot has it
  kLoopRestart,  // inside heddle_restart()
};
Position position = Position::kEntry;
bool loop_wanted = true;

TargetExecutor* current_executor = nullptr;

void start_main() {
  if (position == Position::kEntry) {
    begin_with_main(current_executor->entry());
  } else if (position == Position::kLoopStart) {
    restart_with_main();
  }
}

void run_target() {
  // Between heddle_restart() and heddle_start() the program resets its state: no execution is under way.
  execution.active = position != Position::kLoopRestart;
  watch_for_unseen_waits();
  start_main();
  heddle_atomics_on = 1;
  set_dispatch(true);
  enter_target(current_thread());
  set_dispatch(false);
  heddle_atomics_on = 0;
}

// In a child.
void run_forked_target() {
  execution.active = true;
  watch_for_unseen_waits();
  start_main();
  heddle_atomics_on = 1;
  set_dispatch(true);
  enter_target_for_good(current_thread());
}

void put_memory_back() {
  if (forks()) {
    forget_libraries();
    return;
  }
  clear_target_stacks();
  undo_system_calls();
  restore_snapshot();
  forget_libraries();
  position = position == Position::kEntry ? Position::kEntry : Position::kLoopStart;
}

void remember_state() {
  note_initial_kernel_state();
  if (!forks()) {
    take_snapshot();
  }
}

// What is in them would not be put back.
void refuse_open_descriptors() {
  if (descriptors_open()) {
    unsupported("a pipe, socket or event descriptor that is open when the test loop begins");
  }
  if (children_present()) {
    unsupported("a child process that was not waited for when the test loop begins");
  }
}

// Twice as many contexts, and a snapshot that knows them.
void enlarge_pool() {
  put_memory_back();
  grow_pool(pool_size() * 2);
  remember_state();
}

}  // namespace

TargetExecutor::TargetExecutor(void (*entry)()) : entry_(entry) { remember_state(); }

bool TargetExecutor::in_loop() const { return position != Position::kEntry; }

void TargetExecutor::begin(Controller& controller) const {
  execution.controller = &controller;
  execution.recorded = options_.record;
  execution.focused = has_focus();
  execution.preempted = kNoThread;
  execution.step_limit = options_.limits.steps;
  execution.quiet_limit = quiet_limit(options_.limits.steps);
  execution.thread_limit = std::min<std::uint64_t>(options_.limits.threads, kMaxThreads);
  execution.steps = 0;
  execution.quiet_accesses = 0;
  execution.vain_tries = 0;
  execution.switches = 0;
  execution.events = 0;
  execution.points = 0;
  execution.steady_steps = 0;
  execution.steady_taken = 0;
  execution.hash = EventHash{};
  execution.quiet_hash = 0;
  loop_wanted = options_.use_loop;
  describe_outcome("");
  rewind_streams();
  if (options_.record) {
    begin_recording();
  }
  execution.wants = controller.begin();
  begin_noting();
  begin_seeking();
  begin_watching();
}

void TargetExecutor::reach_explore() {
  current_executor = this;
  ScheduleController defaults({});
  while (position == Position::kEntry && awaits_explore()) {
    begin(defaults);
    execution.step_limit = ~std::uint64_t{0};
    execution.thread_limit = kMaxThreads;
    execution.recorded = false;
    returned = Return::kEnded;
    run_target();
    if (returned == Return::kLoopStart) {
      position = Position::kLoopStart;
      keep_annotations();
      remember_state();
    } else if (execution.outcome.kind == OutcomeKind::kMoreThreads) {
      enlarge_pool();
    } else {
      explore_not_reached(execution.outcome);
    }
  }
}

// An execution may have to begin again: for more contexts, or because only now it turns out to be a test loop. What
// comes before the call of heddle_explore() that is named is not explored.
void TargetExecutor::run(Controller& controller) {
  for (;;) {
    if (!executes()) {
      reach_explore();
    } else if (awaits_explore()) {
      position = Position::kLoopStart;  // every process gets there itself
    }
    begin(controller);
    returned = Return::kEnded;
    if (forks()) {
      run_in_child(run_forked_target);
      end_children();
      set_dispatch(false);
      heddle_atomics_on = 0;
    } else {
      run_target();
    }
    const bool needs_threads = returned == Return::kEnded && execution.outcome.kind == OutcomeKind::kMoreThreads;
    if (in_branch() && (needs_threads || returned == Return::kLoopStart || returned == Return::kExplores)) {
      leave_branch({});  // there is no beginning here: whoever made the copy makes the execution
    }
    if (returned == Return::kLoopStart) {
      position = Position::kLoopStart;
      keep_annotations();
      remember_state();
    } else if (needs_threads) {
      enlarge_pool();
    } else if (returned == Return::kExplores) {
      await_first_explore();
    } else {
      return;
    }
  }
}

Outcome TargetExecutor::execute(Controller& controller) {
  current_executor = this;
  run(controller);
  if (!forks()) {
    conclude();
  }
  const Ended ended{.outcome = execution.outcome, .sought = sought_and_found()};
  end_seeking();
  end_watching();
  controller.end(ended);
  if (in_branch()) {
    return ended.outcome;  // the process ends with it
  }
  if (returned == Return::kLoopEnd) {
    position = Position::kLoopRestart;
  } else {
    put_memory_back();
  }
  return ended.outcome;
}

// While the state of the target is still there.
void TargetExecutor::conclude() const {
  end_steady_run();
  Outcome& outcome = execution.outcome;
  outcome.steps = execution.steps;
  outcome.switches = execution.switches;
  outcome.events = execution.events;
  outcome.fault = fault_of(outcome);
  const std::uint64_t quiet = may_watch_quickly() ? 0 : execution.quiet_hash;
  outcome.event_hash = combine(execution.hash.value() + quiet, static_cast<std::uint64_t>(outcome.kind));
  worker_segment().result.points = execution.points;
  if (state().thread_count > 1) {
    runtime::note(LedgerRow::kThreads);
  }
  if (options_.record) {
    finish_recording(outcome);
  } else if (is_failure(outcome.kind)) {
    record_threads();
  }
}

void TargetExecutor::conclude_current() { current_executor->conclude(); }

segment::ResetMode TargetExecutor::reset_used() const {
  if (forks()) {
    return executes() ? segment::ResetMode::kExec : segment::ResetMode::kFork;
  }
  return in_loop() ? segment::ResetMode::kLoop : segment::ResetMode::kSnapshot;
}

const char* TargetExecutor::last_words() const { return outcome_text(); }
std::uint64_t TargetExecutor::now() const { return nanoseconds(); }
Executor::Branch TargetExecutor::branch() { return make_branch(); }
void TargetExecutor::end_branch(std::span<const std::byte> report) { leave_branch(report); }
std::span<const std::byte> TargetExecutor::branch_report() const { return last_branch_report(); }
std::span<const std::byte> TargetExecutor::noted() const { return std::as_bytes(newly_shared_cells()); }

void TargetExecutor::note(std::span<const std::byte> noted) {
  std::vector<segment::Cell> cells(noted.size() / sizeof(segment::Cell));
  std::memcpy(static_cast<void*>(cells.data()), noted.data(), cells.size() * sizeof(segment::Cell));
  note_shared(cells);
}

bool TargetExecutor::grow_points() { return grow_point_set(); }

std::size_t TargetExecutor::points() const {
  return worker_segment().result.hunt.cell_count.load(std::memory_order_relaxed);
}

void TargetExecutor::look_for(const Looking& looking) { runtime::look_for(looking); }

void TargetExecutor::fill_fresh_memory(std::uint64_t pattern) { set_fresh_pattern(pattern); }

void loop_start() {
  if (!loop_wanted || state().exploring || awaits_explore()) {
    return;
  }
  if (position == Position::kEntry) {
    refuse_open_descriptors();
    returned = Return::kLoopStart;
    return_to_engine(current_thread());
    fill_unused_stack();
    return;
  }
  restart_with_main();
  execution.active = true;
}

void explore_start() {
  if (position != Position::kEntry) {
    unsupported("heddle::explore inside a test loop");
  }
  refuse_open_descriptors();
  if (other_threads_alive()) {
    unsupported("threads that are alive when heddle::explore is called");
  }
  if (in_child()) {
    returned = Return::kExplores;
    leave_child([] {});
  }
  state().exploring = true;
  returned = Return::kLoopStart;
  return_to_engine(current_thread());
}

int loop_restart() {
  if (position == Position::kEntry || state().exploring) {
    return 0;
  }
  if (other_threads_alive()) {
    unsupported("threads that outlive a pass of the test loop");
  }
  if (children_present()) {
    unsupported("child processes that outlive a pass of the test loop");
  }
  execution.outcome = {};
  returned = Return::kLoopEnd;
  // Continued for the next pass; after the last one the process ends here.
  return_to_engine(current_thread());
  fill_unused_stack();
  return 1;
}

void end_execution(OutcomeKind kind, int signal, int exit_status) {
  execution.outcome = {};
  execution.outcome.kind = kind;
  execution.outcome.thread = state().current;
  execution.outcome.signal = signal;
  execution.outcome.exit_status = exit_status;
  if (is_failure(kind)) {
    record_fault();
    worker_segment().result.failure_reached.store(1);
    heddle_failed(outcome_text());
  }
  end_children();
  if (in_child()) {
    leave_child(TargetExecutor::conclude_current);
  }
  leave_for_engine(current_thread());
}

}  // namespace heddle::runtime
