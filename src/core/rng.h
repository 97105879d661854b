// A small deterministic generator (SplitMix64). Same seed, same sequence, on every machine.
#pragma once

#include <cstdint>

#include "core/hash.h"

namespace heddle {

class Rng {
 public:
  explicit constexpr Rng(std::uint64_t seed) : state_(seed) {}

  [[nodiscard]] constexpr std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15ULL;
    return mix(state_);
  }

  // Uniform in [0, bound), bound > 0. Lemire's multiplication; the bias is below bound / 2^64.
  [[nodiscard]] constexpr std::uint32_t below(std::uint32_t bound) {
    return static_cast<std::uint32_t>(((next() >> 32U) * bound) >> 32U);
  }

 private:
  std::uint64_t state_;
};

}  // namespace heddle
