// Random executions, each named by its seed.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/hash.h"
#include "engine/seam.h"

namespace heddle {

// At every point a thread is drawn uniformly from those with an ordinary alternative, then one of its variants. A
// timeout or spurious wake-up beside ordinary alternatives is taken once in 16 times: often enough to see the code
// behind it, seldom enough that programs still get on with their work.
//
// The choice is a pure function of (seed, step, choices): the same seed gives the same execution, without the state of
// a generator that would have to be saved and restored.
class RandomController final : public Controller {
 public:
  explicit RandomController(std::uint64_t seed) { reseed(seed); }

  // Before an execution.
  void reseed(std::uint64_t seed) { key_ = mix(seed + 0x9e3779b97f4a7c15ULL); }

  [[nodiscard]] std::size_t choose(const ChoicePoint& point) override;

 private:
  std::uint64_t key_ = 0;
};

}  // namespace heddle
