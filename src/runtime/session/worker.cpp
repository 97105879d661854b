#include "runtime/session/worker.h"

#include <algorithm>
#include <cstring>

#include "core/hash.h"
#include "engine/divergence.h"
#include "engine/random_controller.h"
#include "engine/recording_controller.h"
#include "engine/schedule_controller.h"
#include "runtime/kernel/streams.h"
#include "runtime/machine/fatal.h"
#include "runtime/machine/link.h"
#include "runtime/machine/own_memory.h"
#include "runtime/observe/outcome_text.h"
#include "runtime/observe/watching.h"
#include "runtime/program/heap.h"
#include "runtime/program/memory_map.h"
#include "runtime/reset/snapshot.h"
#include "runtime/session/hunt.h"
#include "runtime/session/target_executor.h"
#include "runtime/state/control.h"

namespace heddle::runtime {
namespace {

bool is_random() { return worker_segment().request.mode == segment::Mode::kRandom; }

// The executions of a request, one after the other, and the books over them.
class Work {
 public:
  explicit Work(void (*entry)())
      : executor_(entry),
        random_(worker_segment().request.seed),
        replay_({segment::schedule(&worker_segment()), worker_segment().request.schedule_size}),
        recording_(random_, {static_cast<Deviation*>(own_pages(segment::kScheduleCapacity * sizeof(Deviation))),
                             segment::kScheduleCapacity}) {
    const segment::Request& request = worker_segment().request;
    executor_.configure(
        {.limits = {.steps = request.limits.steps == 0 ? kUnlimited : request.limits.steps,
                    .threads = request.limits.threads == 0 ? kUnlimited : request.limits.threads},
         .record = !is_random() && request.record != 0,
         .use_loop = request.reset == segment::ResetMode::kAuto || request.reset == segment::ResetMode::kLoop});
  }

  [[noreturn]] void go();
  [[nodiscard]] TargetExecutor& executor() { return executor_; }

 private:
  [[nodiscard]] Outcome execute();
  void check_repetition(const Outcome& first);
  void count(const Outcome& outcome);
  void finish_run();
  void keep_failure(const Outcome& outcome);
  void report_divergence(const Outcome& outcome);
  [[nodiscard]] bool done() const;
  [[noreturn]] void finish() const;

  TargetExecutor executor_;
  RandomController random_;
  ScheduleController replay_;
  RecordingController recording_;
  std::uint64_t run_ = 0;
};

Outcome Work::execute() {
  if (!is_random()) {
    return executor_.execute(replay_);
  }
  random_.reseed(combine(worker_segment().request.seed, run_));
  return executor_.execute(recording_);
}

void Work::keep_failure(const Outcome& outcome) {
  segment::Result& result = worker_segment().result;
  result.outcome = outcome;
  if (is_random()) {
    const auto schedule = recording_.schedule();
    std::memcpy(static_cast<void*>(segment::schedule(&worker_segment())), schedule.data(),
                schedule.size() * sizeof(Deviation));
    result.schedule_size = static_cast<std::uint32_t>(schedule.size());
    if (recording_.overflowed()) {
      fatal("an execution has more scheduling choices than a schedule can hold", "");
    }
  }
  Line message(result.message, sizeof result.message);
  message.text(outcome_text());
  result.message_size = static_cast<std::uint32_t>(message.size());
  keep_output();
  result.failing_run = run_ + 1;  // last: whoever finds it set finds the rest, even when the process is killed
}

// Every n-th execution is run twice: the same choices must give the same events, whatever uninitialised memory holds.
void Work::check_repetition(const Outcome& first) {
  const std::uint32_t interval = worker_segment().request.check_repeats;
  if (!is_random() || interval == 0 || run_ % interval != 0) {
    return;
  }
  executor_.fill_fresh_memory(run_ + 1);
  const std::uint64_t event_hash = execute().event_hash;
  executor_.fill_fresh_memory(0);
  if (event_hash != first.event_hash) {
    char text[160];
    Line(text, sizeof text)
        .text("execution ")
        .number(run_ + 1)
        .text(" did something else when it was repeated under the same schedule");
    leave_process(segment::Phase::kNondeterministic, text, 3);
  }
}

void Work::count(const Outcome& outcome) {
  segment::Result& result = worker_segment().result;
  ++result.outcomes[static_cast<int>(outcome.kind)];
  result.events += outcome.events;
  result.combined_hash = combine(result.combined_hash, outcome.event_hash);
  if (result.failing_run == 0) {
    result.outcome = outcome;
    if (is_failure(outcome.kind)) {
      keep_failure(outcome);
    }
  }
}

void Work::finish_run() {
  ++run_;
  segment::Result& result = worker_segment().result;
  result.executions.store(run_, std::memory_order_relaxed);
  if (run_ == std::max<std::uint64_t>(1000, worker_segment().request.runs / 100)) {
    result.rss_early_kib = resident_kib();
  }
}

void Work::report_divergence(const Outcome& outcome) {
  if (replay_.diverged() || outcome.kind == OutcomeKind::kDiverged) {
    worker_segment().result.outcome.kind = OutcomeKind::kDiverged;
    describe(replay_.divergence(), {worker_segment().result.message, sizeof worker_segment().result.message});
    worker_segment().result.message_size = static_cast<std::uint32_t>(std::strlen(worker_segment().result.message));
  }
}

bool Work::done() const {
  return !is_random() || run_ >= worker_segment().request.runs ||
         (worker_segment().request.stop_at_first != 0 && worker_segment().result.failing_run != 0);
}

void Work::go() {
  do {
    const Outcome outcome = execute();
    count(outcome);
    check_repetition(outcome);
    finish_run();
    if (!is_random()) {
      report_divergence(outcome);
    }
  } while (!done());
  finish();
}

void Work::finish() const {
  segment::Result& result = worker_segment().result;
  result.rss_kib = resident_kib();
  result.snapshot_bytes = snapshot_bytes();
  result.reset_used = executor_.reset_used();
  if (result.reset_used != segment::ResetMode::kFork && result.reset_used != segment::ResetMode::kExec) {
    result.detector_bytes = detector_bytes();
    result.touched_bytes = touched_bytes();
  }
  leave_process(segment::Phase::kFinished, nullptr, 0);
}

}  // namespace

namespace {

// Lives as long as the process.
void start_watching() {
  const segment::Request& request = worker_segment().request;
  auto* detectors =
      new DetectorSet(request.hunt.options.detectors, line_of_site, [](ThreadId id) { return thread(id).name; });
  if (!detectors->watches()) {
    return;
  }
  watch_with(detectors);
  detectors->monitor().set_limits(request.hunt.options.memory, request.hunt.trace_file);
  if (detectors->watches_heap()) {
    guard_heap();
  }
  if (static_cast<OutcomeKind>(request.outcome_kind) == OutcomeKind::kDetected) {
    Looking looking{.fault = request.fault, .ranges = {}, .sites = {}};
    if (request.fault != kAnyFault) {
      looking.sites = {SiteId{request.fault_sites[0]}, SiteId{request.fault_sites[1]}};
    }
    look_for(looking);
  }
}

}  // namespace

void work(void (*entry)()) {
  // Lives for the whole process, in the runtime's memory.
  auto* all = new Work(entry);
  start_watching();
  worker_segment().result.phase.store(segment::Phase::kRunning);
  // In a test loop lazy initialisation is done after these ([CB] 4.6). Memory that is put back knows nothing of them.
  for (std::uint32_t done = 0; done < worker_segment().request.hunt.options.warmup; ++done) {
    ScheduleController defaults({});
    (void)all->executor().execute(defaults);
  }
  if (worker_segment().request.mode == segment::Mode::kHunt) {
    hunt(all->executor());
  }
  if (worker_segment().request.mode == segment::Mode::kMinimise) {
    minimise(all->executor());
  }
  all->go();
}

}  // namespace heddle::runtime
