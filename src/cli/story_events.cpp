#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <unordered_set>

#include "cli/story.h"
#include "engine/continuation.h"

namespace heddle::cli {
namespace {

using segment::RecordedEvent;

constexpr std::uint64_t kCell = 8;
// Of a range as long as this, the beginning stands for the rest.
constexpr std::uint64_t kMostCells = 4096;

// The thread gives way by itself behind such an operation, or ends.
bool gives_way(const Event& event) {
  return event.operation.kind == OperationKind::kYield || event.operation.kind == OperationKind::kSleep ||
         event.operation.kind == OperationKind::kThreadEnd || event.variant == kTimeout;
}

// A thread about to do this may have to wait; whether it had to is known for mutexes alone.
bool may_block(OperationKind kind) {
  switch (kind) {
    case OperationKind::kThreadJoin:
    case OperationKind::kReadLock:
    case OperationKind::kTimedReadLock:
    case OperationKind::kWriteLock:
    case OperationKind::kTimedWriteLock:
    case OperationKind::kConditionWake:
    case OperationKind::kConditionReacquire:
    case OperationKind::kSemaphoreWait:
    case OperationKind::kSemaphoreTimedWait:
    case OperationKind::kBarrierWait:
    case OperationKind::kOnceEnter:
    case OperationKind::kFutexWait:
      return true;
    default:
      return false;
  }
}

bool is_mutex_lock(OperationKind kind) {
  return kind == OperationKind::kMutexLock || kind == OperationKind::kMutexTimedLock ||
         kind == OperationKind::kSpinLock;
}

// Which mutexes are held, as far as the events tell.
class HeldMutexes {
 public:
  void observe(const Event& event) {
    switch (event.operation.kind) {
      case OperationKind::kMutexLock:
      case OperationKind::kMutexTryLock:
      case OperationKind::kMutexTimedLock:
      case OperationKind::kSpinLock:
      case OperationKind::kSpinTryLock:
        if (event.succeeded) {
          held_.insert(event.operation.object.value);
        }
        break;
      case OperationKind::kConditionReacquire:
        held_.insert(event.also.value);
        break;
      case OperationKind::kMutexUnlock:
      case OperationKind::kSpinUnlock:
        held_.erase(event.operation.object.value);
        break;
      case OperationKind::kConditionWait:
        held_.erase(event.also.value);
        break;
      default:
        break;
    }
  }

  [[nodiscard]] bool holds(const Operation& operation) const { return held_.contains(operation.object.value); }

 private:
  std::unordered_set<std::uint64_t> held_;
};

// A thread about to do this at a moment with these mutexes held.
bool has_to_wait(const Operation& pending, const HeldMutexes& held) {
  return may_block(pending.kind) || (is_mutex_lock(pending.kind) && held.holds(pending));
}

// Whether an event, the so manieth step, can be what a deviation led to. `before`: the step before.
bool could_be(const Deviation& deviation, const Event& event, std::size_t step, const Event* before) {
  // Deviations count the points at which there was a choice, and each of those has made a step.
  if (step < deviation.step || deviation.take.thread != event.thread || deviation.take.variant != event.variant ||
      (deviation.check != 0 && deviation.check != pending_check(event.operation))) {
    return false;
  }
  // The default continuation goes on with the same thread by itself.
  const bool goes_on = before != nullptr && before->thread == event.thread;
  return !goes_on || event.variant != kProceed || gives_way(*before);
}

// The next event of the same thread; the number of events where there is none.
std::vector<std::size_t> next_of_thread(std::span<const RecordedEvent> events) {
  std::vector<std::size_t> next(events.size(), events.size());
  std::unordered_map<std::uint16_t, std::size_t> later;
  for (std::size_t i = events.size(); i-- > 0;) {
    const auto [entry, is_new] = later.try_emplace(events[i].event.thread.value, i);
    if (!is_new) {
      next[i] = entry->second;
      entry->second = i;
    }
  }
  return next;
}

// Whether the thread of step `last` was neither at its end nor had to wait when step `now` was made.
bool could_go_on(std::span<const RecordedEvent> events, const std::vector<std::size_t>& next, std::size_t last,
                 std::size_t now, const HeldMutexes& held) {
  if (gives_way(events[last].event)) {
    return false;
  }
  std::size_t pending = next[last];
  for (; pending < now; pending = next[pending]) {  // what belongs to the step
    if (events[pending].event.operation.kind == OperationKind::kThreadEnd) {
      return false;
    }
  }
  return pending == events.size() || !has_to_wait(events[pending].event.operation, held);
}

}  // namespace

std::vector<std::optional<std::uint16_t>> find_preemptions(std::span<const RecordedEvent> events,
                                                           const Schedule& schedule) {
  std::vector<std::optional<std::uint16_t>> preempted(events.size());
  const std::vector<std::size_t> next = next_of_thread(events);
  HeldMutexes held;
  std::size_t deviation = 0;
  std::size_t step = 0;
  std::size_t last = events.size();  // the step before
  for (std::size_t i = 0; i < events.size() && deviation < schedule.size(); ++i) {
    const Event& event = events[i].event;
    if (!event.visible || events[i].waits != 0) {
      continue;  // part of the step before, or never done
    }
    const Event* before = last == events.size() ? nullptr : &events[last].event;
    if (could_be(schedule[deviation], event, step, before)) {
      ++deviation;
      if (before != nullptr && before->thread != event.thread && could_go_on(events, next, last, i, held)) {
        preempted[i] = before->thread.value;
      }
    }
    held.observe(event);
    last = i;
    ++step;
  }
  return preempted;
}

std::vector<bool> find_relevant(std::span<const RecordedEvent> events, bool all_synchronisation) {
  constexpr std::uint32_t kSeveral = 0x10000;
  std::unordered_map<std::uint64_t, std::uint32_t> users;  // of each cell: a thread, or several
  const auto each_cell = [](const Operation& operation, const auto& visit) {
    const std::uint64_t first = operation.address / kCell;
    const std::uint64_t end = (operation.address + std::max<std::uint64_t>(operation.size, 1) - 1) / kCell + 1;
    for (std::uint64_t cell = first; cell < std::min(end, first + kMostCells); ++cell) {
      visit(cell);
    }
  };
  for (const RecordedEvent& event : events) {
    each_cell(event.event.operation, [&](std::uint64_t cell) {
      const auto [entry, is_new] = users.try_emplace(cell, event.event.thread.value);
      if (!is_new && entry->second != event.event.thread.value) {
        entry->second = kSeveral;
      }
    });
  }
  std::vector<bool> relevant(events.size());
  for (std::size_t i = 0; i < events.size(); ++i) {
    const Operation& operation = events[i].event.operation;
    if (operation.address == 0 || is_thread_lifecycle(operation.kind)) {
      relevant[i] = operation.kind != OperationKind::kThreadStart && operation.kind != OperationKind::kThreadEnd &&
                    operation.kind != OperationKind::kThreadDetach;
      continue;
    }
    relevant[i] = all_synchronisation && operation.kind > OperationKind::kThreadCancel;
    each_cell(operation, [&](std::uint64_t cell) { relevant[i] = relevant[i] || users.at(cell) == kSeveral; });
  }
  return relevant;
}

}  // namespace heddle::cli
