#include "runtime/worker.h"

#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <new>

#include "core/hash.h"
#include "engine/divergence.h"
#include "engine/random_controller.h"
#include "engine/recording_controller.h"
#include "engine/schedule_controller.h"
#include "runtime/control.h"
#include "runtime/fatal.h"
#include "runtime/hang_report.h"
#include "runtime/memory_map.h"
#include "runtime/modules.h"
#include "runtime/own_memory.h"
#include "runtime/pool.h"
#include "runtime/recorder.h"
#include "runtime/snapshot.h"
#include "runtime/state.h"
#include "runtime/streams.h"
#include "runtime/syscalls.h"
#include "runtime/threads.h"

namespace heddle::runtime {

Execution execution;

namespace {

segment::Segment* shared = nullptr;
char outcome_text[512];

enum class Returned : std::uint8_t { kEnded, kLoopStart };
Returned returned = Returned::kEnded;
bool in_loop = false;

// Chooses and keeps the books over all executions of the request.
class Work {
 public:
  Work()
      : random_(shared->request.seed),
        replay_({segment::schedule(shared), shared->request.schedule_size}),
        recording_(random_, {static_cast<Deviation*>(own_pages(segment::kScheduleCapacity * sizeof(Deviation))),
                             segment::kScheduleCapacity}) {}

  void begin_execution();
  // True: there is another one to do.
  bool end_execution();

 private:
  void keep_failure();
  bool check_repetition();
  void count();
  void finish_replay();

  RandomController random_;
  ScheduleController replay_;
  RecordingController recording_;
  std::uint64_t run_ = 0;
  bool repeating_ = false;
  std::uint64_t first_hash_ = 0;
};

// Lives for the whole process, in the runtime's memory; constructed when the segment is known.
alignas(Work) std::byte work_storage[sizeof(Work)];
Work& the_work() { return *reinterpret_cast<Work*>(work_storage); }

bool is_random() { return shared->request.mode == segment::Mode::kRandom; }

void Work::begin_execution() {
  if (is_random()) {
    random_.reseed(combine(shared->request.seed, run_));
    execution.controller = &recording_;
  } else {
    execution.controller = &replay_;
  }
  execution.recorded = !is_random() && shared->request.record != 0;
  execution.step_limit = shared->request.step_limit == 0 ? ~std::uint64_t{0} : shared->request.step_limit;
  execution.steps = 0;
  execution.events = 0;
  execution.points = 0;
  execution.hash = EventHash{};
  outcome_text[0] = '\0';
  rewind_streams();
  if (execution.recorded) {
    begin_recording();
  }
  execution.controller->begin();
}

void Work::keep_failure() {
  segment::Result& result = shared->result;
  result.failing_run = run_ + 1;
  result.outcome = execution.outcome;
  if (is_random()) {
    const auto schedule = recording_.schedule();
    std::memcpy(static_cast<void*>(segment::schedule(shared)), schedule.data(), schedule.size() * sizeof(Deviation));
    result.schedule_size = static_cast<std::uint32_t>(schedule.size());
    if (recording_.overflowed()) {
      fatal("an execution has more scheduling choices than a schedule can hold", "");
    }
  }
  std::memcpy(result.message, outcome_text, sizeof outcome_text);
  result.message_size = static_cast<std::uint32_t>(std::strlen(outcome_text));
  keep_output();
}

// Every n-th execution is run twice: the same choices must give the same events.
bool Work::check_repetition() {
  const std::uint32_t interval = shared->request.check_repeats;
  if (!is_random() || interval == 0 || run_ % interval != 0) {
    return false;
  }
  if (!repeating_) {
    repeating_ = true;
    first_hash_ = execution.outcome.event_hash;
    return true;
  }
  repeating_ = false;
  if (execution.outcome.event_hash != first_hash_) {
    char text[160];
    Line(text, sizeof text)
        .text("execution ")
        .number(run_ + 1)
        .text(" did something else when it was repeated under the same schedule");
    leave_process(segment::Phase::kNondeterministic, text, 3);
  }
  return false;
}

void Work::count() {
  segment::Result& result = shared->result;
  ++result.outcomes[static_cast<int>(execution.outcome.kind)];
  result.events += execution.outcome.events;
  result.combined_hash = combine(result.combined_hash, execution.outcome.event_hash);
  if (is_failure(execution.outcome.kind) && result.failing_run == 0) {
    keep_failure();
  } else if (result.failing_run == 0) {
    result.outcome = execution.outcome;
  }
}

void Work::finish_replay() {
  if (replay_.diverged() || execution.outcome.kind == OutcomeKind::kDiverged) {
    shared->result.outcome.kind = OutcomeKind::kDiverged;
    describe(replay_.divergence(), {shared->result.message, sizeof shared->result.message});
    shared->result.message_size = static_cast<std::uint32_t>(std::strlen(shared->result.message));
  }
}

bool Work::end_execution() {
  Outcome& outcome = execution.outcome;
  outcome.steps = execution.steps;
  outcome.events = execution.events;
  outcome.event_hash = combine(execution.hash.value(), static_cast<std::uint64_t>(outcome.kind));
  execution.controller->end(outcome);
  if (check_repetition()) {
    return true;
  }
  count();
  if (execution.recorded) {
    finish_recording();
  }
  ++run_;
  segment::Result& result = shared->result;
  result.executions.store(run_, std::memory_order_relaxed);
  if (run_ == std::max<std::uint64_t>(1000, shared->request.runs / 100)) {
    result.rss_early_kib = resident_kib();
  }
  if (!is_random()) {
    finish_replay();
    return false;
  }
  return run_ < shared->request.runs && (shared->request.stop_at_first == 0 || result.failing_run == 0);
}

[[noreturn]] void finish_work() {
  segment::Result& result = shared->result;
  result.rss_kib = resident_kib();
  result.snapshot_bytes = snapshot_bytes();
  result.reset_used = in_loop ? segment::ResetMode::kLoop : segment::ResetMode::kSnapshot;
  leave_process(segment::Phase::kFinished, nullptr, 0);
}

// Runs the target until the execution ends, or it enters its test loop for the first time.
void enter_target() {
  returned = Returned::kEnded;
  execution.engine.thread_pointer = engine_thread_pointer();
  execution.active = true;
  heddle_atomics_on = 1;
  set_dispatch(true);
  heddle_switch_context(&execution.engine, &current_thread().context);
  set_dispatch(false);
  heddle_atomics_on = 0;
}

void reset_target() {
  undo_system_calls();
  restore_snapshot();
}

void enlarge_pool() {
  reset_target();
  grow_pool(pool_size() * 2);
  take_snapshot();
}

void start_target(void (*entry)()) {
  if (in_loop) {
    restart_with_main();
  } else {
    begin_with_main(entry);
  }
}

}  // namespace

bool attach_segment(int descriptor) {
  const long mapped = system_call(SYS_mmap, 0, static_cast<long>(segment::kSize), PROT_READ | PROT_WRITE, MAP_SHARED,
                                  descriptor, 0);
  if (mapped < 0 && mapped > -4096) {
    return false;
  }
  shared = reinterpret_cast<segment::Segment*>(mapped);
  if (shared->magic != segment::kMagic || shared->size != segment::kSize) {
    shared = nullptr;
    return false;
  }
  system_call(SYS_close, descriptor);
  shared->result.phase.store(segment::Phase::kStarting);
  return true;
}

segment::Segment& worker_segment() { return *shared; }
std::uint64_t executions_done() { return shared->result.executions.load(std::memory_order_relaxed); }

void beat() {
  // One writer: a plain increment, visible to the watchdog sooner or later.
  auto& heartbeat = shared->result.heartbeat;
  heartbeat.store(heartbeat.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
}

void work(void (*entry)()) {
  new (work_storage) Work();
  note_initial_kernel_state();
  take_snapshot();
  shared->result.phase.store(segment::Phase::kRunning);
  for (;;) {
    the_work().begin_execution();
    start_target(entry);
    enter_target();
    if (returned == Returned::kLoopStart) {
      in_loop = true;
      note_initial_kernel_state();
      take_snapshot();
      continue;
    }
    if (execution.outcome.kind == OutcomeKind::kMoreThreads) {
      enlarge_pool();
      continue;
    }
    const bool more = the_work().end_execution();
    if (!more) {
      finish_work();
    }
    reset_target();
  }
}

void loop_start() {
  if (shared->request.reset == segment::ResetMode::kSnapshot) {
    return;
  }
  if (!in_loop) {
    returned = Returned::kLoopStart;
    heddle_switch_context(&current_thread().context, &execution.engine);
    return;
  }
  restart_with_main();
  execution.active = true;
}

int loop_restart() {
  if (!in_loop) {
    return 0;
  }
  if (other_threads_alive()) {
    unsupported("threads that outlive a pass of the test loop");
  }
  execution.outcome = {};
  execution.outcome.kind = OutcomeKind::kPassed;
  if (!the_work().end_execution()) {
    finish_work();
  }
  the_work().begin_execution();
  execution.active = false;
  return 1;
}

void describe_outcome(const char* text) { Line(outcome_text, sizeof outcome_text).text(text); }

void end_execution(OutcomeKind kind, int signal, int exit_status) {
  execution.outcome = {};
  execution.outcome.kind = kind;
  execution.outcome.thread = state().current;
  execution.outcome.signal = signal;
  execution.outcome.exit_status = exit_status;
  Context abandoned;
  heddle_switch_context(&abandoned, &execution.engine);
  fatal("an ended execution was continued", "");
}

void unsupported(const char* what) { leave_process(segment::Phase::kUnsupported, what, 3); }

void leave_process(segment::Phase phase, const char* message, int exit_code) {
  if (shared == nullptr) {
    char text[600];
    Line line(text, sizeof text);
    line.text("heddle: ").text(message == nullptr ? "" : message).text("\n");
    system_call(SYS_write, STDERR_FILENO, reinterpret_cast<long>(text), static_cast<long>(line.size()));
    system_call(SYS_exit_group, exit_code);
  }
  if (message != nullptr) {
    Line line(shared->result.message, sizeof shared->result.message);
    line.text(message);
    shared->result.message_size = static_cast<std::uint32_t>(line.size());
  }
  shared->result.phase.store(phase);
  system_call(SYS_exit_group, exit_code);
  __builtin_unreachable();
}

void note_crash_site(std::uintptr_t, std::uintptr_t) {}

}  // namespace heddle::runtime
