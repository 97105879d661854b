#include "cli/story/synchronisation.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <ranges>

#include "core/operation_traits.h"

namespace heddle::cli {

using segment::RecordedEvent;

namespace {

bool got_it(const Event& event) { return event.succeeded && event.variant != kTimeout; }

}  // namespace

std::vector<std::size_t> locks_held(std::span<const RecordedEvent> events, ThreadId thread, std::size_t end) {
  std::vector<std::size_t> held;  // one for every level of recursion
  const auto last_of = [&](std::uint64_t address) {
    return std::ranges::find_if(std::views::reverse(held),
                                [&](std::size_t taken) { return events[taken].event.operation.address == address; });
  };
  for (std::size_t i = 0; i < std::min(end, events.size()); ++i) {
    const Event& event = events[i].event;
    const Operation& operation = event.operation;
    if (event.thread != thread || events[i].waits != 0) {
      continue;
    }
    // A wait for a condition has released the mutex that it takes again; in between the thread did nothing.
    if (releases_lock(operation.kind) || operation.kind == OperationKind::kConditionReacquire) {
      if (const auto last = last_of(operation.address); last != std::views::reverse(held).end()) {
        held.erase(std::next(last).base());
      }
    }
    if (takes_lock(operation.kind) && got_it(event)) {
      held.push_back(i);
    }
  }
  std::vector<std::size_t> outermost;
  for (const std::size_t taken : held) {
    if (std::ranges::none_of(outermost, [&](std::size_t other) {
          return events[other].event.operation.address == events[taken].event.operation.address;
        })) {
      outermost.push_back(taken);
    }
  }
  return outermost;
}

namespace {

bool acquires(MemoryOrder order) {
  return order == MemoryOrder::kAcquire || order == MemoryOrder::kConsume || order == MemoryOrder::kAcquireRelease ||
         order == MemoryOrder::kSequentiallyConsistent;
}
bool releases(MemoryOrder order) {
  return order == MemoryOrder::kRelease || order == MemoryOrder::kAcquireRelease ||
         order == MemoryOrder::kSequentiallyConsistent;
}

// What is known of one thread: the last of its events that happened before. Of a vector clock the one component that
// matters; events are counted from 1.
class Knowledge {
 public:
  Knowledge(ThreadId from, ThreadId to) : from_(from), to_(to) {}

  // `mutex_of_wait`: of a wait for a condition, the mutex that it releases; 0: unknown.
  void observe(std::size_t number, const Event& event, std::uint64_t mutex_of_wait) {
    number_ = number;
    thread_ = event.thread.value;
    if (event.thread == from_) {
      known_[thread_] = number + 1;  // for whoever joins it
    }
    cross_barrier();
    const Operation& operation = event.operation;
    if (is_atomic_access(operation.kind)) {
      return atomic(event);
    }
    if (takes_lock(operation.kind)) {
      if (got_it(event)) {
        learn(sent_[operation.address]);
        learn(takes_shared_lock(operation.kind) ? 0 : shared_[operation.address]);
        holds_shared_[{thread_, operation.address}] = takes_shared_lock(operation.kind);
      }
      return;
    }
    if (releases_lock(operation.kind)) {
      return unlock(operation.address);
    }
    other(event, mutex_of_wait);
  }
  [[nodiscard]] std::optional<Handover> last() const { return last_; }

 private:
  using Number = std::size_t;

  [[nodiscard]] Number own() { return thread_ == from_.value ? number_ + 1 : known_[thread_]; }
  static void raise(Number& number, Number to) { number = std::max(number, to); }

  void learn(Number heard) { learn(thread_, heard, number_); }
  void learn(std::uint16_t thread, Number heard, std::size_t where) {
    Number& known = known_[thread];
    if (heard > known) {
      known = heard;
      if (thread == to_.value) {
        last_ = Handover{.released = heard - 1, .acquired = where};
      }
    }
  }

  // A wait for others goes on without an event of its own: what they did is known from the next one on.
  void cross_barrier() {
    if (const auto waiting = at_barrier_.find(thread_); waiting != at_barrier_.end()) {
      learn(thread_, sent_[waiting->second.address], waiting->second.event);
      at_barrier_.erase(waiting);
    }
  }

  void unlock(std::uint64_t address) {
    if (holds_shared_[{thread_, address}]) {
      raise(shared_[address], own());
    } else {
      sent_[address] = own();
      shared_[address] = 0;
    }
  }

  void atomic(const Event& event) {
    const Operation& operation = event.operation;
    const bool fails = operation.kind == OperationKind::kAtomicCompareExchange && !event.succeeded;
    const MemoryOrder order = fails ? operation.failure_order : operation.order;
    Number& sent = sent_[operation.address];
    const bool reads = operation.kind != OperationKind::kAtomicStore;
    if (reads && acquires(order)) {
      learn(sent);
    } else if (reads) {
      raise(loaded_[thread_], sent);
    }
    if (operation.kind == OperationKind::kAtomicLoad || fails) {
      return;
    }
    const Number told = releases(order) ? own() : fenced_[thread_];
    sent = reads ? std::max(sent, told) : told;
  }

  void other(const Event& event, std::uint64_t mutex_of_wait) {
    const Operation& operation = event.operation;
    switch (operation.kind) {
      case OperationKind::kFence:
        if (acquires(operation.order)) {
          learn(loaded_[thread_]);
        }
        if (releases(operation.order)) {
          fenced_[thread_] = own();
        }
        return;
      case OperationKind::kThreadCreate:
        return learn(event.other.value, own(), number_);
      case OperationKind::kThreadJoin:
        return learn(known_[event.other.value]);
      case OperationKind::kBarrierWait:
        at_barrier_[thread_] = {.address = operation.address, .event = number_};
        return raise(sent_[operation.address], own());
      case OperationKind::kSemaphorePost:
      case OperationKind::kOnceDone:
      case OperationKind::kOnceAbort:
      case OperationKind::kDescriptorWrite:
      case OperationKind::kDescriptorClose:
        return raise(sent_[operation.address], own());
      case OperationKind::kSemaphoreWait:
      case OperationKind::kSemaphoreTryWait:
      case OperationKind::kSemaphoreTimedWait:
      case OperationKind::kOnceEnter:
      case OperationKind::kDescriptorRead:
        return learn(got_it(event) ? sent_[operation.address] : 0);
      case OperationKind::kConditionWait:
        return mutex_of_wait == 0 ? void() : unlock(mutex_of_wait);
      default:
        return;
    }
  }

  struct Arrival {
    std::uint64_t address = 0;
    std::size_t event = 0;
  };

  ThreadId from_;
  ThreadId to_;
  std::size_t number_ = 0;
  std::uint16_t thread_ = 0;
  std::map<std::uint16_t, Number> known_, loaded_, fenced_;  // by thread
  std::map<std::uint64_t, Number> sent_, shared_;            // by address
  std::map<std::pair<std::uint16_t, std::uint64_t>, bool> holds_shared_;
  std::map<std::uint16_t, Arrival> at_barrier_;
  std::optional<Handover> last_;
};

}  // namespace

std::optional<Handover> last_handover(std::span<const RecordedEvent> events, ThreadId from, ThreadId to,
                                      std::size_t end) {
  events = events.first(std::min(end, events.size()));
  // The event of a wait names the condition; the mutex is known when it is taken again.
  std::map<std::size_t, std::uint64_t> mutexes;
  std::map<std::uint16_t, std::uint64_t> taken_next;
  for (std::size_t i = events.size(); i-- != 0;) {
    const Event& event = events[i].event;
    if (event.operation.kind == OperationKind::kConditionReacquire) {
      taken_next[event.thread.value] = event.operation.address;
    } else if (event.operation.kind == OperationKind::kConditionWait) {
      mutexes[i] = taken_next[event.thread.value];
    }
  }
  Knowledge knowledge(from, to);
  for (std::size_t i = 0; i < events.size(); ++i) {
    const auto mutex = mutexes.find(i);
    knowledge.observe(i, events[i].event, mutex == mutexes.end() ? 0 : mutex->second);
  }
  return knowledge.last();
}

}  // namespace heddle::cli
