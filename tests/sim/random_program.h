// Programs drawn at random: reads, writes of what was read, locks, waits, semaphores. Those that block for ever make
// deadlocks.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "core/rng.h"
#include "sim/program.h"

namespace heddle::sim {

inline constexpr std::size_t kMostThreads = 3;

// What each thread saw, in its own order. Filled by the execution under way; whoever wants it clears it before.
using Sights = std::vector<std::vector<Value>>;

struct RandomProgram {
  Program program;
  std::shared_ptr<Sights> sights = std::make_shared<Sights>(kMostThreads);
};

[[nodiscard]] RandomProgram random_program(Rng& rng);

}  // namespace heddle::sim
