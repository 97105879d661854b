// All executions of a program, by plain depth-first search: what the strategies are measured against.
#pragma once

#include <cstddef>
#include <vector>

#include "core/event.h"
#include "core/outcome.h"
#include "engine/counting.h"
#include "engine/measure.h"
#include "engine/seam.h"

namespace heddle::sim {

struct Execution {
  std::vector<Alternative> steps;  // its identity
  Outcome outcome;
  Costs costs;
  bool preempts_in_focus = true;  // no preemption, timeout or spurious wake-up of an operation outside of the focus
  bool delays_in_focus = true;    // ... no delay
};

[[nodiscard]] std::uint32_t cost(const Execution& execution, Measure measure);

// Executes the program once per path, without keeping states: the prefix is repeated, then the first untried choice is
// taken. Stops after `limit` executions, so that a mistake shows as a wrong count and not as a hanging test.
[[nodiscard]] std::vector<Execution> enumerate(Executor& executor, std::size_t limit = 200'000);

// How many of them satisfy a predicate.
template <typename Predicate>
[[nodiscard]] std::size_t count(const std::vector<Execution>& executions, Predicate predicate) {
  std::size_t matching = 0;
  for (const Execution& execution : executions) {
    matching += predicate(execution) ? 1 : 0;
  }
  return matching;
}

[[nodiscard]] std::size_t count(const std::vector<Execution>& executions, OutcomeKind kind);

// No execution twice?
[[nodiscard]] bool all_distinct(const std::vector<Execution>& executions);

}  // namespace heddle::sim
