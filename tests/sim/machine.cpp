#include "sim/machine.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "core/hash.h"

namespace heddle::sim {

Machine::Machine(const Program& program, const Options& options, Controller& controller, const Wants& wants,
                 Watcher* watcher)
    : program_(program),
      options_(options),
      controller_(controller),
      wants_(wants),
      watcher_(watcher),
      mutexes_(program.mutexes_.size()),
      read_write_locks_(program.read_write_locks_.size()),
      waiters_(program.conditions_.size()),
      arrived_(program.barriers_.size()) {
  if (!wants.seeks.empty()) {
    matcher_.emplace(wants.seeks);
    matcher_->begin();
  }
  for (const auto& variable : program.variables_) {
    variables_.push_back(variable.initial);
  }
  for (const auto& semaphore : program.semaphores_) {
    semaphores_.push_back(semaphore.initial);
  }
}

Outcome Machine::run() {
  if (watcher_ != nullptr) {
    watcher_->begin(*this, wants_.conflicts);
  }
  for (std::size_t index = 0; index < program_.bodies_.size(); ++index) {
    add_thread({combine(0, index)}, program_.bodies_[index]);
    if (index != 0 && wants_.conflicts != nullptr) {
      watch_thread(SyncKind::kCreate, {0}, {static_cast<std::uint16_t>(index)});  // traces know no other beginning
    }
  }
  if (program_.bodies_.size() == 1) {
    last_ = {0};  // main, which runs before there are others
  }
  run_invisible();
  while (!finished_) {
    collect_choices();
    if (choices_.empty()) {
      finish_nothing_enabled();
      break;
    }
    if (steps_ == options_.step_limit) {
      finish({.kind = OutcomeKind::kStepLimit});
      break;
    }
    const std::size_t chosen = choices_.size() == 1 ? 0 : ask();
    if (chosen == kDiverge) {
      finish({.kind = OutcomeKind::kDiverged});
      break;
    }
    assert(chosen < choices_.size());
    take(choices_[chosen].alternative);
    run_invisible();
  }
  tell_stayed();
  if (watcher_ != nullptr) {
    watcher_->end();
  }
  outcome_.steps = steps_;
  outcome_.events = events_;
  outcome_.switches = switches_;
  outcome_.event_hash = hash_.value();
  return outcome_;
}

std::size_t Machine::ask() {
  if (stays()) {
    ++points_;
    --stays_for_;
    ++stayed_for_;
    return static_cast<std::size_t>(
        std::ranges::find(choices_, last_, [](const Choice& choice) { return choice.alternative.thread; }) -
        choices_.begin());
  }
  tell_stayed();
  const ChoicePoint point{.number = points_++,
                          .last = last_,
                          .last_yielded = last_yielded_,
                          .run_length = run_length_,
                          .switches = switches_,
                          .event_hash = hash_.value(),
                          .choices = choices_,
                          .earliest_timeout = earliest_timeout_};
  const std::size_t chosen = controller_.choose(point);
  const bool all_access =
      std::ranges::all_of(choices_, [](const Choice& choice) { return choice.pending->kind <= OperationKind::kFence; });
  if (wants_.stays != nullptr && wants_.watch == Watch::kNothing && !options_.in_focus && all_access &&
      chosen != kDiverge && choices_[chosen].alternative.thread == last_) {
    stays_for_ = wants_.stays->stays_for(point);
    like_ = alternatives();
  }
  return chosen;
}

bool Machine::stays() const {
  return stays_for_ != 0 && alternatives() == like_ && std::ranges::all_of(choices_, [](const Choice& choice) {
           return choice.pending->kind <= OperationKind::kFence;
         });
}

std::vector<Alternative> Machine::alternatives() const {
  std::vector<Alternative> all;
  std::ranges::transform(choices_, std::back_inserter(all), &Choice::alternative);
  return all;
}

void Machine::tell_stayed() {
  stays_for_ = 0;
  if (stayed_for_ != 0) {
    wants_.stays->stayed_for(std::exchange(stayed_for_, 0));
  }
}

void Machine::add_thread(ThreadName name, Body body) {
  const ThreadId id{static_cast<std::uint16_t>(threads_.size())};
  threads_.emplace_back(*this, id, name, std::move(body));
  runnable_.push_back(id);
}

ThreadId Machine::create(Thread& creator, Body body, SiteId site) {
  const ThreadId child{static_cast<std::uint16_t>(threads_.size())};
  creator.pending_ = Pending{};
  creator.pending_.operation.kind = OperationKind::kThreadCreate;
  creator.pending_.operation.site = site;
  observe(creator, kProceed, false, true, child);
  watch_thread(SyncKind::kCreate, creator.id_, child);
  add_thread({combine(creator.name_.value, creator.children_++)}, std::move(body));
  return child;
}

bool Machine::join(Thread& thread) {
  const ThreadId awaited{static_cast<std::uint16_t>(thread.pending_.object)};
  if (threads_[awaited.value].state_ != State::kEnded) {
    thread.state_ = State::kJoining;
    return false;
  }
  thread.state_ = State::kRunnable;
  observe(thread, kProceed, false, true, awaited);
  watch_thread(SyncKind::kJoin, thread.id_, awaited);
  return true;
}

// Runs all threads that are in invisible code, each up to its next visible operation.
void Machine::run_invisible() {
  while (!runnable_.empty() && !finished_) {
    Thread& thread = threads_[runnable_.front().value];
    runnable_.pop_front();
    if (!std::exchange(thread.started_, true)) {
      thread.pending_.operation.kind = OperationKind::kThreadStart;
      observe(thread, kProceed, false);
      watch_thread(SyncKind::kStart, thread.id_);
      if (matcher_) {
        matcher_->start(thread.id_, thread.name_);
      }
    }
    thread.script_.resume();
    if (thread.script_.done()) {
      end_thread(thread);
    } else if (thread.state_ == State::kParked) {
      park(thread);
    }
  }
}

void Machine::park(Thread& thread) {
  Operation& operation = thread.pending_.operation;
  if (operation.kind <= OperationKind::kAtomicCompareExchange) {
    operation.address = program_.variables_[thread.pending_.object].address;
  }
  if (matcher_) {
    thread.sought_ = matcher_->access(thread.id_, operation.site);
  }
}

void Machine::end_thread(Thread& thread) {
  thread.state_ = State::kEnded;
  thread.pending_ = Pending{};
  thread.pending_.operation.kind = OperationKind::kThreadEnd;
  observe(thread, kProceed, false);
  watch_thread(SyncKind::kEnd, thread.id_);
  for (Thread& joiner : threads_) {
    if (joiner.state_ == State::kJoining && joiner.pending_.object == thread.id_.value) {
      observe(joiner, kProceed, false, true, thread.id_);
      watch_thread(SyncKind::kJoin, joiner.id_, thread.id_);
      complete(joiner, 0);
    }
  }
}

void Machine::collect_choices() {
  choices_.clear();
  earliest_timeout_ = -1;
  for (const Thread& thread : threads_) {
    if (thread.state_ == State::kParked) {
      offer_alternatives(thread);
    }
  }
  // A spurious wake-up must not hide that nothing can happen.
  if (std::ranges::all_of(choices_, [](const Choice& choice) { return choice.alternative.variant == kSpurious; })) {
    choices_.clear();
  }
}

void Machine::offer(const Thread& thread, Variant variant) {
  if (variant == kTimeout) {
    const auto deadline = [this](int index) {
      return threads_[choices_[static_cast<std::size_t>(index)].alternative.thread.value].pending_.deadline;
    };
    if (earliest_timeout_ < 0 || thread.pending_.deadline < deadline(earliest_timeout_)) {
      earliest_timeout_ = static_cast<int>(choices_.size());
    }
  }
  const Operation& operation = thread.pending_.operation;
  choices_.push_back({.alternative = {.thread = thread.id_, .variant = variant},
                      .in_focus = !options_.in_focus || options_.in_focus(operation),
                      .sought = thread.sought_,
                      .pending = &operation});
}

void Machine::offer_alternatives(const Thread& thread) {
  const Pending& pending = thread.pending_;
  Variant variants = 1;
  if (pending.operation.kind == OperationKind::kChoose) {
    variants = static_cast<Variant>(pending.operand);
  } else if (pending.operation.kind == OperationKind::kConditionSignal) {
    variants = static_cast<Variant>(std::max<std::size_t>(1, waiters_[pending.object].size()));
  }
  if (is_available(pending, thread.id_)) {
    for (Variant variant = 0; variant < variants; ++variant) {
      offer(thread, variant);
    }
    return;
  }
  const bool waits = pending.operation.kind == OperationKind::kConditionWake;
  if (pending.deadline != kNever) {
    offer(thread, kTimeout);
  }
  if (waits && options_.spurious_wakeups) {
    offer(thread, kSpurious);
  }
}

bool Machine::is_free(std::size_t mutex, ThreadId thread) const {
  const MutexState& state = mutexes_[mutex];
  return state.owner == kNoThread || (state.owner == thread && program_.mutexes_[mutex].kind == MutexKind::kRecursive);
}

// Can the operation be performed without waiting?
bool Machine::is_available(const Pending& pending, ThreadId thread) const {
  switch (pending.operation.kind) {
    case OperationKind::kMutexLock:
    case OperationKind::kMutexTimedLock:
      return is_free(pending.object, thread);
    case OperationKind::kReadLock:
      return read_write_locks_[pending.object].writer == kNoThread;
    case OperationKind::kWriteLock:
      return read_write_locks_[pending.object].writer == kNoThread && read_write_locks_[pending.object].readers == 0;
    case OperationKind::kConditionWake:
      return false;
    case OperationKind::kConditionReacquire:
      return is_free(pending.mutex, thread);
    case OperationKind::kSemaphoreWait:
    case OperationKind::kSemaphoreTimedWait:
      return semaphores_[pending.object] > 0;
    default:
      return true;
  }
}

void Machine::take(Alternative alternative) {
  Thread& thread = threads_[alternative.thread.value];
  const OperationKind kind = thread.pending_.operation.kind;
  switches_ += last_ != kNoThread && last_ != thread.id_ ? 1 : 0;
  run_length_ = last_ == thread.id_ ? run_length_ + 1 : 1;
  last_ = thread.id_;
  last_yielded_ = kind == OperationKind::kYield || kind == OperationKind::kSleep || alternative.variant == kTimeout;
  ++steps_;
  if (alternative.variant == kTimeout) {
    clock_ = std::max(clock_, thread.pending_.deadline);
  }
  perform(thread, alternative.variant);
}

void Machine::finish(const Outcome& outcome) {
  if (!finished_) {
    finished_ = true;
    outcome_ = outcome;
  }
}

void Machine::finish_nothing_enabled() {
  if (std::ranges::any_of(threads_, [](const Thread& thread) { return thread.state_ != State::kEnded; })) {
    finish({.kind = OutcomeKind::kDeadlock});
  } else if (program_.finally_ && !program_.finally_(Memory(variables_))) {
    finish({.kind = OutcomeKind::kAssertion});
  } else {
    finish({.kind = OutcomeKind::kPassed});
  }
}

}  // namespace heddle::sim
