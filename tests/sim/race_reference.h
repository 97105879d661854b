// Which data races an execution has, by the definition: all pairs of accesses, and a relation of all pairs of steps.
// Slow and without any idea, to compare the detector with (detectors/happens_before.h); it shares no code with it.
//
// What an atomic load reads is, of each of its bytes, the last atomic store there, of whatever size: where a plain one
// came between, either that is ordered, and so is all that the store would have ordered, or it races.
#pragma once

#include <cstddef>
#include <cstdint>
#include <variant>
#include <vector>

#include "core/access.h"

namespace heddle::sim {

// All that happens in an execution, in its order. A range: memory that begins a new life.
using TraceStep = std::variant<Access, Sync, MemoryRange>;
using Trace = std::vector<TraceStep>;

// Two steps that race on a byte.
struct Race {
  std::size_t earlier;
  std::size_t later;
  std::uintptr_t byte;
};

[[nodiscard]] std::vector<Race> races_of(const Trace& trace);

}  // namespace heddle::sim
