#include "sim/reference_model.h"

#include <algorithm>
#include <array>

namespace heddle::sim::reference {

namespace {

enum class Phase : std::uint8_t { kBefore, kQueued, kReacquire, kAtBarrier };
constexpr int kNobody = -1;

struct State {
  std::vector<std::size_t> position;
  std::vector<Phase> phase;
  std::array<std::int64_t, kObjects> variable{};
  std::array<int, kObjects> owner{};
  std::array<std::vector<std::size_t>, kObjects> queue;
  std::array<int, kObjects> semaphore{};
  std::array<std::vector<std::size_t>, kObjects> arrived;
  friend auto operator<=>(const State&, const State&) = default;
};

class Counter {
 public:
  Counter(const Listing& listing, bool spurious) : listing_(listing), spurious_(spurious) {}

  const Tally& count(const State& state) {
    if (const auto known = known_.find(state); known != known_.end()) {
      return known->second;
    }
    Tally tally;
    const std::vector<State> next = successors(state);
    for (const State& successor : next) {
      const Tally& rest = count(successor);
      tally.deadlocked += rest.deadlocked;
      for (const auto& [values, paths] : rest.passed) {
        tally.passed[values] += paths;
      }
    }
    if (next.empty()) {
      if (ended(state)) {
        tally.passed[{state.variable.begin(), state.variable.end()}] = 1;
      } else {
        tally.deadlocked = 1;
      }
    }
    return known_.emplace(state, tally).first->second;
  }

 private:
  [[nodiscard]] bool ended(const State& state) const {
    for (std::size_t thread = 0; thread < listing_.size(); ++thread) {
      if (state.position[thread] < listing_[thread].size()) {
        return false;
      }
    }
    return true;
  }

  [[nodiscard]] std::vector<State> successors(const State& state) const {
    std::vector<State> ordinary;
    std::vector<State> spurious;
    for (std::size_t thread = 0; thread < listing_.size(); ++thread) {
      if (state.position[thread] == listing_[thread].size() || state.phase[thread] == Phase::kAtBarrier) {
        continue;
      }
      const Instruction instruction = listing_[thread][state.position[thread]];
      if (state.phase[thread] == Phase::kBefore) {
        from_before(state, thread, instruction, ordinary);
      } else if (state.phase[thread] == Phase::kReacquire) {
        if (state.owner[instruction.object] == kNobody) {
          State next = advanced(state, thread);
          next.owner[instruction.object] = static_cast<int>(thread);
          ordinary.push_back(next);
        }
      } else {
        State next = state;
        std::erase(next.queue[instruction.object], thread);
        next.phase[thread] = Phase::kReacquire;
        if (instruction.verb == Verb::kTimedWait) {
          ordinary.push_back(next);
        }
        if (spurious_) {
          spurious.push_back(next);
        }
      }
    }
    if (!ordinary.empty()) {
      ordinary.insert(ordinary.end(), spurious.begin(), spurious.end());
    }
    return ordinary;
  }

  static State advanced(const State& state, std::size_t thread) {
    State next = state;
    ++next.position[thread];
    next.phase[thread] = Phase::kBefore;
    return next;
  }

  static void from_before(const State& state, std::size_t thread, Instruction instruction, std::vector<State>& out) {
    const std::size_t object = instruction.object;
    const int self = static_cast<int>(thread);
    State next = advanced(state, thread);
    switch (instruction.verb) {
      case Verb::kWrite:
        next.variable[object] = written_value(thread, state.position[thread]);
        break;
      case Verb::kLock:
      case Verb::kTryLock:
      case Verb::kTimedLock:
        if (state.owner[object] == kNobody) {
          next.owner[object] = self;
        } else if (instruction.verb == Verb::kLock) {
          return;
        }
        break;
      case Verb::kUnlock:
        next.owner[object] = state.owner[object] == self ? kNobody : state.owner[object];
        break;
      case Verb::kWait:
      case Verb::kTimedWait:
        next.position[thread] = state.position[thread];
        next.phase[thread] = Phase::kQueued;
        next.owner[object] = state.owner[object] == self ? kNobody : state.owner[object];
        next.queue[object].push_back(thread);
        break;
      case Verb::kSignal:
        if (!state.queue[object].empty()) {
          return signal(state, next, object, out);
        }
        break;
      case Verb::kBroadcast:
        for (const std::size_t waiter : state.queue[object]) {
          next.phase[waiter] = Phase::kReacquire;
        }
        next.queue[object].clear();
        break;
      case Verb::kAcquire:
        if (state.semaphore[object] == 0) {
          return;
        }
        --next.semaphore[object];
        break;
      case Verb::kPost:
        ++next.semaphore[object];
        break;
      case Verb::kBarrier:
        arrive(state, next, thread, object);
        break;
      case Verb::kChoose:
        out.push_back(next);
        break;
    }
    out.push_back(next);
  }

  static void signal(const State& state, const State& after, std::size_t object, std::vector<State>& out) {
    for (const std::size_t waiter : state.queue[object]) {
      State next = after;
      next.phase[waiter] = Phase::kReacquire;
      std::erase(next.queue[object], waiter);
      out.push_back(next);
    }
  }

  static void arrive(const State& state, State& next, std::size_t thread, std::size_t object) {
    if (state.arrived[object].empty()) {
      next.position[thread] = state.position[thread];
      next.phase[thread] = Phase::kAtBarrier;
      next.arrived[object].push_back(thread);
      return;
    }
    for (const std::size_t waiter : state.arrived[object]) {
      ++next.position[waiter];
      next.phase[waiter] = Phase::kBefore;
    }
    next.arrived[object].clear();
  }

  const Listing& listing_;
  bool spurious_;
  std::map<State, Tally> known_;
};

}  // namespace

Tally count_paths(const Listing& listing, bool spurious_wakeups) {
  State start;
  start.position.assign(listing.size(), 0);
  start.phase.assign(listing.size(), Phase::kBefore);
  start.owner.fill(kNobody);
  return Counter(listing, spurious_wakeups).count(start);
}

}  // namespace heddle::sim::reference
