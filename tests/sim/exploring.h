// An exploration of a scripted program, with every execution written down.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "engine/explorer.h"
#include "engine/finding_sink.h"
#include "engine/strategy.h"
#include "sim/enumerate.h"
#include "sim/executor.h"
#include "sim/program.h"

namespace heddle::sim {

// Everything an exploration did.
struct Explored {
  LeaseEnd end = LeaseEnd::kFinished;
  Totals totals;
  Coverage coverage;
  std::vector<std::vector<Execution>> rounds;  // those of each round, without the costs; pruned ones are not among them
  std::vector<std::uint64_t> graphs;           // happens-before hash of each execution of the last round
  std::vector<Finding> discoveries;
  Variation variation;
  std::optional<Variation> uninitialised;
};

struct Exploring {
  ExplorerOptions options{.all = true, .tolerate = false, .check_repeats = false};
  std::uint64_t executions = 1'000'000;
  std::uint64_t memory = ~std::uint64_t{0};
  Options machine;
};

[[nodiscard]] Explored explore(Executor& executor, Strategy& strategy, const Exploring& how = {});
[[nodiscard]] Explored explore(const Program& program, Strategy& strategy, const Exploring& how = {});

}  // namespace heddle::sim
