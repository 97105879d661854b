// A whole search in one process, without a supervisor: for making schedules short, and for tests.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "engine/explorer.h"
#include "engine/totals.h"

namespace heddle {

struct SearchedAlone {
  LeaseEnd end = LeaseEnd::kFinished;
  Totals totals;
  Variation variation;
  std::optional<Variation> uninitialised;
};

struct AloneOptions {
  ExplorerOptions explorer;
  std::uint64_t executions = kUnlimited;
  std::uint64_t memory = kUnlimited;  // of what was reached
};

[[nodiscard]] SearchedAlone search_alone(Executor& executor, Strategy& strategy, std::span<Judge* const> judges,
                                         Host& host, const AloneOptions& options);

}  // namespace heddle
