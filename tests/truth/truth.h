// What is so about a program: all its interleavings, by brute force, with states remembered.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "code.h"
#include "order.h"

namespace heddle::truth {

// Where executions end, with the fewest preemptions that lead there, and the races in them.
struct Reachable {
  std::map<std::string, int> states;
  std::optional<int> deadlock;
  std::optional<int> assertion;
  Races races;
};

struct Truth {
  Reachable all;
  // Without some spurious wake-ups (Spurious::kBesideSynchronisation): what a hunt must find in which not every access
  // is a step. Beside accesses that are none it sees no other thread that can go on.
  Reachable without_quiet_wakes;
  std::vector<std::uint64_t> executions;  // with so many preemptions, where every access is a step

  [[nodiscard]] std::uint64_t executions_within(int bound) const;
};

// Nothing: more states than that, or more executions.
struct Limits {
  std::size_t states = 40'000;
  std::uint64_t executions = 3'000;
};
[[nodiscard]] std::optional<Truth> truth_of(const Code& code, const Limits& limits);

}  // namespace heddle::truth
