#include "runtime/schedule/waits.h"

#include <algorithm>
#include <span>

#include "runtime/machine/fatal.h"
#include "runtime/schedule/readiness.h"
#include "runtime/schedule/signals.h"
#include "runtime/state/control.h"
#include "runtime/state/primitives.h"

namespace heddle::runtime {
namespace {

bool is_held_up(const Thread& waiting) {
  return waiting.deadline == kNever && !has_signal(waiting) &&
         (waiting.status == Status::kBlocked || waiting.status == Status::kSpinning ||
          (waiting.status == Status::kParked && ordinary_variants(waiting) == 0));
}

// Of a thread that waits for a lock or for another's end. A handler of a signal is no way out: it may not release
// locks.
bool may_be_cancelled(const Thread& waiting) {
  return !waiting.cancel_disabled && !waiting.cancelling &&
         (waiting.cancel_asynchronous || waiting.pending.kind == OperationKind::kThreadJoin);
}

bool is_member(const Thread& candidate, const Thread& of_circle) {
  const Thread* member = &of_circle;
  do {
    if (member == &candidate) {
      return true;
    }
    member = awaited_by(*member);
  } while (member != &of_circle);
  return false;
}

// Can the thread do something though those of the circle do nothing more? If in doubt, yes.
bool acts_without(const Thread& of_circle, const Thread& outsider) {
  const Thread* next = &outsider;
  for (std::uint16_t hops = 0; hops <= state().live_count; ++hops) {
    if (next == nullptr || !is_held_up(*next)) {
      return true;
    }
    if (is_member(*next, of_circle)) {
      return false;
    }
    next = awaited_by(*next);
  }
  return false;  // it is held up by another circle
}

// Could somebody outside of the circle cancel one of its threads? What clean-up handlers release may let the others go
// on.
bool may_be_broken(const Thread& of_circle) {
  bool cancellable = false;
  const Thread* member = &of_circle;
  do {
    cancellable |= may_be_cancelled(*member);
    member = awaited_by(*member);
  } while (member != &of_circle);
  const State& models = state();
  return cancellable && std::ranges::any_of(std::span(models.live, models.live_count),
                                            [&](ThreadId id) { return acts_without(of_circle, thread(id)); });
}

}  // namespace

[[gnu::always_inline]] inline bool is_in_circle(const Thread& waiting) {
  const Thread* next = &waiting;
  for (std::uint16_t hops = 0; hops <= state().live_count; ++hops) {
    if (!is_held_up(*next)) {
      return false;
    }
    next = awaited_by(*next);
    if (next == nullptr || next == &waiting) {
      return next != nullptr;
    }
  }
  return false;
}

bool closes_cycle(const Thread& waiting) { return is_in_circle(waiting) && !may_be_broken(waiting); }

bool leaves_circle() {
  const State& models = state();
  return std::ranges::any_of(std::span(models.live, models.live_count),
                             [](ThreadId id) { return is_in_circle(thread(id)); });
}

void describe_waits() {
  char text[480];
  Line line(text, sizeof text);
  const State& models = state();
  for (std::uint16_t index = 0; index < models.live_count; ++index) {
    const Thread& waiting = models.threads[models.live[index].value];
    if (!is_held_up(waiting)) {
      continue;
    }
    // All names are literals.
    const char* operation = name(waiting.pending.kind).data();  // NOLINT(bugprone-suspicious-stringview-data-usage)
    line.text(line.size() == 0 ? "T" : ", T").number(waiting.id.value).text(" waits in ").text(operation);
    if (const DescriptorWait* wait = waiting.descriptor_wait; wait != nullptr && wait->polled_count == 1) {
      line.text(" of descriptor ").number(static_cast<unsigned long>(wait->polled->fd));
    }
    if (const Thread* other = awaited_by(waiting); other != nullptr) {
      line.text(waiting.pending.kind == OperationKind::kThreadJoin ? " of T" : " held by T").number(other->id.value);
      line.text(other->status == Status::kEnded ? " (ended)" : "");
    }
  }
  describe_outcome(text);
}

}  // namespace heddle::runtime
