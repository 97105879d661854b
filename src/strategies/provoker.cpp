#include "strategies/provoker.h"

#include <algorithm>
#include <bit>

#include "core/access.h"
#include "engine/continuation.h"

namespace heddle {

namespace {

constexpr std::size_t kNone = kDiverge;

[[nodiscard]] bool meet(const Operation& one, const Operation& other) {
  return is_memory_access(one.kind) && is_memory_access(other.kind) && conflict(one, other);
}

// Its ordinary way to continue.
[[nodiscard]] std::size_t choice_of(const ChoicePoint& point, ThreadId thread) {
  for (std::size_t index = 0; index < point.choices.size(); ++index) {
    const Alternative alternative = point.choices[index].alternative;
    if (alternative.thread == thread && alternative.variant == kProceed) {
      return index;
    }
  }
  return kNone;
}

}  // namespace

void Provoker::begin(const Suspect& suspect, const Attempt& attempt) {
  suspect_ = suspect;
  attempt_ = attempt;
  state_ = State::kSeeking;
  held_.clear();
  first_ = 0;
  waited_ = 0;
  next_.clear();
  preferred_ = kNoThread;
  rivals_.clear();
}

bool Provoker::has_met(const Outcome& outcome) const {
  if (suspect_.kind == SuspectKind::kConflict) {
    return state_ == State::kMet;
  }
  // Those that were all held may have given up their locks, or the time they had for them, before they waited for good.
  return outcome.kind == OutcomeKind::kDeadlock &&
         (state_ == State::kHolding || held_.size() == suspect_.accesses.size());
}

// Of a conflict: with the thread in front that did not come first. The other one would be held again, or not, where
// neither has come to its access before.
Attempt Provoker::next_attempt() const {
  Attempt next = attempt_;
  if (suspect_.kind != SuspectKind::kConflict || first_ == 0) {
    next.preferred = attempt_.preferred < suspect_.accesses.size() ? attempt_.preferred + 1 : 0;
  } else {
    next.preferred = attempt_.preferred == 0 ? 3 - first_ : 0;
  }
  return next;
}

bool Provoker::is_held(ThreadId thread) const { return std::ranges::find(held_, thread) != held_.end(); }

void Provoker::observe(const Event& event) {
  if (state_ == State::kHolding && event.visible && is_held(event.thread)) {
    state_ = State::kOver;  // nobody else could do anything
  }
  if (first_ == 0) {
    const auto came = std::ranges::find_if(suspect_.accesses, [&event](const AccessDescriptor& access) {
      return access.site == event.operation.site && (!access.this_thread || access.thread == event.thread_name);
    });
    first_ = came == suspect_.accesses.end() ? 0 : static_cast<std::uint32_t>(came - suspect_.accesses.begin()) + 1;
  }
  if (attempt_.preferred == 0) {
    return;
  }
  if (event.thread_name == suspect_.accesses[attempt_.preferred - 1].thread) {
    preferred_ = event.thread;
  } else if (std::ranges::find(suspect_.accesses, event.thread_name, &AccessDescriptor::thread) !=
                 suspect_.accesses.end() &&
             std::ranges::find(rivals_, event.thread) == rivals_.end()) {
    rivals_.push_back(event.thread);
  }
}

// Of a conflict, only the first; of whoever is preferred, that one first.
void Provoker::hold_who_arrived(const ChoicePoint& point) {
  for (const Choice& choice : point.choices) {
    const ThreadId thread = choice.alternative.thread;
    const bool may_be_held = held_.empty() ? attempt_.preferred == 0 || thread == preferred_
                                           : suspect_.kind != SuspectKind::kConflict && !is_held(thread);
    if (choice.sought != 0 && choice.alternative.variant == kProceed && may_be_held) {
      if (held_.empty()) {
        first_ = static_cast<std::uint32_t>(std::countr_zero(choice.sought)) + 1;
      }
      held_.push_back(choice.alternative.thread);
      state_ = State::kHolding;
    }
  }
}

// Somebody else's access that conflicts with that of the thread that is held.
std::size_t Provoker::meeting(const ChoicePoint& point) const {
  const std::size_t held = suspect_.kind == SuspectKind::kConflict ? choice_of(point, held_.front()) : kNone;
  if (held == kNone) {
    return kNone;
  }
  for (std::size_t index = 0; index < point.choices.size(); ++index) {
    const Choice& choice = point.choices[index];
    if (index != held && choice.alternative.thread != held_.front() && choice.alternative.variant == kProceed &&
        meet(*choice.pending, *point.choices[held].pending)) {
      return index;
    }
  }
  return kNone;
}

std::size_t Provoker::choose_preferred(const ChoicePoint& point) {
  if (state_ != State::kSeeking || attempt_.preferred == 0) {
    return kNone;
  }
  if (const std::size_t own = choice_of(point, preferred_); own != kNone) {
    return own;
  }
  others_.narrow(point, [&](std::size_t index) {
    const Alternative alternative = point.choices[index].alternative;
    return std::ranges::find(rivals_, alternative.thread) == rivals_.end() && !costs_extra(alternative);
  });
  return others_.empty() ? kNone : others_.index(default_choice(others_.point()));
}

// As the default continuation would if those that are held could not go on.
std::size_t Provoker::choose_another(const ChoicePoint& point) {
  others_.narrow(point, [&](std::size_t index) {
    const Alternative alternative = point.choices[index].alternative;
    return !is_held(alternative.thread) && alternative.variant != kSpurious;
  });
  if (others_.empty()) {
    state_ = State::kOver;
    return kNone;
  }
  return others_.index(default_choice(others_.point()));
}

// Both sides of the race, one right after the other.
std::size_t Provoker::follow(const ChoicePoint& point) {
  if (next_.empty()) {
    return kNone;
  }
  const std::size_t index = choice_of(point, next_.back());
  next_.pop_back();
  return index;
}

std::size_t Provoker::choose(const ChoicePoint& point) {
  if (state_ == State::kMet) {
    return follow(point);
  }
  if (state_ == State::kSeeking || state_ == State::kHolding) {
    hold_who_arrived(point);
  }
  if (state_ != State::kHolding) {
    return choose_preferred(point);
  }
  if (const std::size_t other = meeting(point); other != kNone) {
    state_ = State::kMet;
    const ThreadId arrived = point.choices[other].alternative.thread;
    next_ = {held_.front(), arrived};
    if (attempt_.held_first != 0) {
      std::ranges::reverse(next_);
    }
    return follow(point);
  }
  if (++waited_ > attempt_.patience) {
    state_ = State::kImpatient;
    return kNone;
  }
  return choose_another(point);
}

}  // namespace heddle
