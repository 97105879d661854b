#include "truth.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "machine.h"

namespace heddle::truth {

namespace {

constexpr const char* kDeadlock = "deadlock";
constexpr const char* kAssertion = "assertion";

struct TooLarge {};

// What taking this one costs in preemptions: leaving a thread that could have gone on, and did not just yield or time
// out; and a timeout or spurious wake-up, unless nothing but time can go on, to the earliest deadline.
int cost_of(const Machine& machine, const std::vector<Alternative>& all, const Alternative& taken) {
  if (all.size() == 1) {
    return 0;
  }
  int cost = 0;
  if (taken.manner != Manner::kOrdinary) {
    const bool forced =
        std::ranges::none_of(all, [](const Alternative& other) { return other.manner == Manner::kOrdinary; });
    const bool earliest = taken.manner == Manner::kTimeout && std::ranges::none_of(all, [&](const Alternative& other) {
                            return other.manner == Manner::kTimeout && other.deadline < taken.deadline;
                          });
    cost += forced && earliest ? 0 : 1;
  }
  const bool last_can = std::ranges::any_of(all, [&](const Alternative& other) {
    return other.thread == machine.last() && other.manner == Manner::kOrdinary;
  });
  return cost + (taken.thread != machine.last() && last_can && !machine.yielded() ? 1 : 0);
}

// All paths from a state to its ends: their number by cost, and the lowest cost of each end.
class Paths {
 public:
  explicit Paths(const Limits& limits) : limits_(limits) {}

  struct Summary {
    std::vector<std::uint64_t> executions;
    std::map<std::string, int> ends;
  };

  const Summary& from(Machine machine) {
    std::string key = machine.key();
    key += static_cast<char>(machine.last());
    key += machine.yielded() ? 'y' : 'n';
    if (const auto known = known_.find(key); known != known_.end()) {
      return known->second;
    }
    if (known_.size() > limits_.states) {
      throw TooLarge();
    }
    Summary summary;
    const std::vector<Alternative> all = machine.alternatives();
    for (const Alternative& alternative : all) {
      const int cost = cost_of(machine, all, alternative);
      Machine next = machine;
      Races none;
      next.take(alternative, none);
      add(summary, from(std::move(next)), cost);
    }
    if (all.empty()) {
      summary.executions = {1};
      summary.ends[machine.failed() ? kAssertion : machine.ended() ? machine.final_state() : kDeadlock] = 0;
    }
    return known_.emplace(std::move(key), std::move(summary)).first->second;
  }

 private:
  void add(Summary& summary, const Summary& rest, int cost) const {
    const auto shift = static_cast<std::size_t>(cost);
    summary.executions.resize(std::max(summary.executions.size(), rest.executions.size() + shift));
    for (std::size_t index = 0; index < rest.executions.size(); ++index) {
      summary.executions[index + shift] += rest.executions[index];
    }
    if (std::accumulate(summary.executions.begin(), summary.executions.end(), std::uint64_t{0}) > limits_.executions) {
      throw TooLarge();
    }
    for (const auto& [end, lowest] : rest.ends) {
      const auto [place, is_new] = summary.ends.emplace(end, lowest + cost);
      place->second = std::min(place->second, lowest + cost);
    }
  }

  Limits limits_;
  std::unordered_map<std::string, Summary> known_;
};

// All races of all interleavings: states that differ in their order are told apart.
class AllRaces {
 public:
  explicit AllRaces(const Limits& limits) : limits_(limits) {}

  void from(Machine machine) {
    if (!known_.insert(machine.key()).second) {
      return;
    }
    if (known_.size() > limits_.states) {
      throw TooLarge();
    }
    for (const Alternative& alternative : machine.alternatives()) {
      Machine next = machine;
      next.take(alternative, races_);
      from(std::move(next));
    }
  }
  [[nodiscard]] Races take() { return std::move(races_); }

 private:
  Limits limits_;
  std::unordered_set<std::string> known_;
  Races races_;
};

}  // namespace

std::uint64_t Truth::executions_within(int bound) const {
  std::uint64_t sum = 0;
  for (std::size_t cost = 0; cost < executions.size() && static_cast<int>(cost) <= bound; ++cost) {
    sum += executions[cost];
  }
  return sum;
}

namespace {

Reachable reachable(const std::map<std::string, int>& ends, Races races) {
  Reachable reachable;
  for (const auto& [end, cost] : ends) {
    if (end == kDeadlock) {
      reachable.deadlock = cost;
    } else if (end == kAssertion) {
      reachable.assertion = cost;
    } else {
      reachable.states.emplace(end, cost);
    }
  }
  reachable.races = std::move(races);
  return reachable;
}

Races races_of(const Code& code, const Limits& limits, Spurious spurious) {
  AllRaces races(limits);
  races.from(Machine(code, {.order = true, .spurious = spurious}));
  return races.take();
}

}  // namespace

std::optional<Truth> truth_of(const Code& code, const Limits& limits) {
  try {
    Truth truth;
    Paths all(limits);
    const Paths::Summary& paths = all.from(Machine(code, {}));
    truth.executions = paths.executions;
    truth.all = reachable(paths.ends, races_of(code, limits, Spurious::kBesideAll));
    Paths some(limits);
    constexpr Spurious kSome = Spurious::kBesideSynchronisation;
    truth.without_quiet_wakes =
        reachable(some.from(Machine(code, {.spurious = kSome})).ends, races_of(code, limits, kSome));
    return truth;
  } catch (const TooLarge&) {
    return std::nullopt;
  }
}

}  // namespace heddle::truth
