#include "runtime/schedule/alternatives.h"

#include <algorithm>
#include <span>
#include <utility>

#include "engine/counting.h"
#include "engine/seam.h"
#include "runtime/machine/fatal.h"
#include "runtime/machine/link.h"
#include "runtime/schedule/readiness.h"
#include "runtime/schedule/seeking.h"
#include "runtime/schedule/signals.h"
#include "runtime/schedule/spin.h"
#include "runtime/state/control.h"

namespace heddle::runtime {
namespace {

// Scratch of the choice under way: one at a time.
constexpr std::size_t kMaxChoices = std::size_t{1} << 16U;
Choice choices[kMaxChoices];
// While a thread only accesses memory, those of the others remain as they are.
bool others_remain = false;

// The controller is asked about a steady run at every so many steps of a thread: short runs are not worth it.
constexpr std::uint32_t kStepsToAsk = 8;

void append(std::size_t& count, ThreadId id, Variant variant, const Operation& pending) {
  if (count == kMaxChoices) [[unlikely]] {
    unsupported("more than 65,536 ways to continue at one point");
  }
  choices[count++] = {.alternative = {.thread = id, .variant = variant},
                      .sought = seeking && variant == kProceed ? thread(id).sought : 0,
                      .pending = &pending};
}

// Where signals are about, a thread may have one to handle, or get one from a timer.
bool append_with_signals(Thread& candidate, std::size_t& count) {
  const std::size_t before = count;
  std::uint32_t variants = 0;
  if (candidate.status == Status::kSpinning) {
    variants = spin_released(candidate) ? 1 : 0;
  } else if (candidate.status == Status::kParked) {
    variants = ordinary_variants(candidate);
  }
  const bool enabled = variants != 0;
  const bool waits = candidate.status == Status::kParked || candidate.status == Status::kBlocked ||
                     candidate.status == Status::kSpinning;
  const bool handles = waits && has_signal(candidate) && (candidate.atomic_depth == 0 || !enabled);
  const bool may_hold = enabled && may_be_put_off(candidate.pending.kind);
  for (std::uint32_t variant = 0; variant < variants && (!handles || (may_hold && candidate.signals.held)); ++variant) {
    append(count, candidate.id, static_cast<Variant>(variant), candidate.pending);
  }
  if (handles) {
    prepare_delivery(candidate);
    append(count, candidate.id, kHandleSignal, candidate.signals.delivery);
  }
  bool real = count != before;
  if (waits && next_signal_timer(candidate) != kNever) {
    append(count, candidate.id, kTimerSignal, candidate.pending);
    real = true;
  }
  if (handles && !enabled && may_come_early(candidate)) {
    append(count, candidate.id, kEarlySignal, candidate.signals.delivery);
  }
  if (handles && may_hold && !candidate.signals.held) {
    append(count, candidate.id, kLateSignal, candidate.pending);
  }
  if (waits && candidate.status != Status::kSpinning && !enabled && candidate.deadline != kNever) {
    append(count, candidate.id, kTimeout, candidate.pending);
    real = true;
  }
  if (candidate.status == Status::kBlocked && candidate.can_wake_spuriously) {
    append(count, candidate.id, kSpurious, candidate.pending);
  }
  return real;
}

// Appends the alternatives of one thread in order of variant; true if one of them is more than a spurious wake-up.
bool append_without_signals(Thread& candidate, std::size_t& count) {
  // With hundreds of threads this is where the time goes: nearly all of them are before an access, which is one
  // alternative, always.
  if (candidate.status == Status::kParked && candidate.pending.kind <= OperationKind::kFree) [[likely]] {
    append(count, candidate.id, kProceed, candidate.pending);
    return true;
  }
  others_remain &=
      candidate.status == Status::kEnded ||
      (candidate.status == Status::kBlocked && candidate.deadline == kNever && !candidate.can_wake_spuriously);
  if (candidate.status == Status::kSpinning) {
    const bool released = spin_released(candidate);
    if (released) {
      append(count, candidate.id, kProceed, candidate.pending);
    }
    return released;
  }
  const std::size_t before = count;
  bool blocked = candidate.status == Status::kBlocked;
  if (candidate.status == Status::kParked) {
    const std::uint32_t variants = ordinary_variants(candidate);
    for (std::uint32_t variant = 0; variant < variants; ++variant) {
      append(count, candidate.id, static_cast<Variant>(variant), candidate.pending);
    }
    blocked = variants == 0;
  }
  if (blocked && candidate.deadline != kNever) {
    append(count, candidate.id, kTimeout, candidate.pending);
  }
  const bool real = count != before;
  if (candidate.status == Status::kBlocked && candidate.can_wake_spuriously) {
    append(count, candidate.id, kSpurious, candidate.pending);
  }
  return real;
}

bool append_alternatives(Thread& candidate, std::size_t& count) {
  return state().signals.active ? append_with_signals(candidate, count) : append_without_signals(candidate, count);
}

// When time alone can go on, it goes on to the earliest deadline.
int earliest_timeout(std::size_t count) {
  int earliest = -1;
  std::uint64_t deadline = kNever;
  for (std::size_t index = 0; index < count; ++index) {
    const Variant variant = choices[index].alternative.variant;
    if (lets_time_pass(variant)) {
      const std::uint64_t candidate = deadline_of(thread(choices[index].alternative.thread), variant);
      if (candidate < deadline) {
        deadline = candidate;
        earliest = static_cast<int>(index);
      }
    }
  }
  return earliest;
}

void note_costs(const ChoicePoint& point, std::size_t chosen) {
  worker_segment().result.extras += is_extra(point, chosen) ? 1 : 0;
  if (is_preemption(point, chosen)) {
    execution.preempted = point.last;
  }
}

// The step that is being chosen is not among them.
void begin_steady_run(std::uint64_t steps) {
  execution.steady_steps = std::min(steps, execution.step_limit - std::min(execution.step_limit, execution.steps + 1));
}

}  // namespace

void end_steady_run() {
  execution.steady_steps = 0;
  if (execution.steady_taken != 0) {
    execution.wants.stays->stayed_for(std::exchange(execution.steady_taken, 0));
  }
}

bool stays_alone(const Thread& self) {
  if (self.atomic_depth == 0) {
    return false;
  }
  return self.status == Status::kSpinning ? spin_released(self)
                                          : self.status == Status::kParked && ordinary_variants(self) != 0;
}

std::size_t collect_alternatives(Thread& self, bool alone) {
  State& models = state();
  std::size_t count = 0;
  if (models.signals.next_expiry != 0) [[unlikely]] {
    expire_signal_timers();
  }
  if (alone) {
    append_alternatives(self, count);
    others_remain = false;
    return count;
  }
  bool real = false;
  others_remain = !models.signals.active && models.signals.next_expiry == 0 && models.children.made == 0;
  for (std::uint16_t index = 0; index < models.live_count; ++index) {
    real |= append_alternatives(thread(models.live[index]), count);
  }
  if (!real) {
    pass_time_to_fatal_timer();
  }
  // A spurious wake-up is never what lets a program go on: it is offered beside something else only.
  return real ? count : 0;
}

std::size_t collect_variants(const Thread& self) {
  std::size_t count = 0;
  const std::uint32_t variants = self.spin.parks_as == Status::kSpinning ? 1 : ordinary_variants(self);
  for (std::uint32_t variant = 0; variant < variants; ++variant) {
    append(count, self.id, static_cast<Variant>(variant), self.pending);
  }
  return count;
}

std::size_t collect_deliveries(Thread& self) {
  std::size_t count = 0;
  prepare_delivery(self);
  append(count, self.id, kHandleSignal, self.signals.delivery);
  append(count, self.id, kEarlySignal, self.signals.delivery);
  return count;
}

std::uint64_t deadline_of(const Thread& candidate, Variant variant) {
  return variant == kTimerSignal ? next_signal_timer(candidate) : candidate.deadline;
}

Alternative choose(std::size_t count) {
  end_steady_run();
  const State& models = state();
  const bool may_be_steady =
      std::exchange(others_remain, false) && !execution.is_observed() && !execution.recorded && !execution.focused;
  if (count == 1) {
    if (may_be_steady) {
      begin_steady_run(kNever);
      execution.steady_points = false;
    }
    return choices[0].alternative;
  }
  const bool has_last = models.last != kNoThread;
  ChoicePoint point;
  point.number = execution.points++;
  point.last = models.last;
  point.last_yielded = has_last && thread(models.last).just_yielded;
  point.run_length = models.run_length;
  point.switches = execution.switches;
  point.event_hash = execution.hash.value();
  if (execution.focused) {
    for (Choice& choice : std::span(choices, count)) {
      choice.in_focus = thread(choice.alternative.thread).in_focus;
    }
  }
  point.choices = {choices, count};
  point.earliest_timeout = earliest_timeout(count);
  const std::size_t chosen = execution.controller->choose(point);
  if (chosen >= count) {
    end_execution(OutcomeKind::kDiverged, 0, 0);
  }
  if (execution.recorded) {
    note_costs(point, chosen);
  }
  if (may_be_steady && execution.wants.stays != nullptr && point.run_length % kStepsToAsk == kStepsToAsk - 1 &&
      choices[chosen].alternative.thread == point.last) {
    begin_steady_run(execution.wants.stays->stays_for(point));
    execution.steady_points = true;
  }
  return choices[chosen].alternative;
}

}  // namespace heddle::runtime
