// Where an execution is cut that does not end by itself.
//
// Plain values. Who explores begins with small limits, for an execution that goes on for ever shows most of what there
// is to see at its beginning, and raises them as the search goes on (engine/search.h).
#pragma once

#include <algorithm>
#include <cstdint>

namespace heddle {

inline constexpr std::uint64_t kUnlimited = ~std::uint64_t{0};

struct ExecutionLimits {
  std::uint64_t steps = ~std::uint64_t{0};
  std::uint64_t threads = ~std::uint64_t{0};  // created, with main
  friend bool operator==(const ExecutionLimits&, const ExecutionLimits&) = default;
};

// Accesses to memory that nobody else has a part in are no steps. They are cut off, too, for a loop of nothing else has
// no end; but honest work has many, and they take little time, so their limit grows by more than that of steps.
inline constexpr std::uint64_t kSmallestQuietLimit = 1'048'576;
inline constexpr std::uint64_t kQuietScale = 256;
[[nodiscard]] constexpr std::uint64_t quiet_limit(std::uint64_t steps) {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 32U;
  return steps >= kMost ? ~std::uint64_t{0} : std::max(steps * steps / kQuietScale, kSmallestQuietLimit);
}
static_assert(quiet_limit(16'384) == kSmallestQuietLimit);
inline constexpr ExecutionLimits kSmallestLimits{.steps = 16'384,
                                                 .threads = 64};  // above a slice (engine/continuation.h)
inline constexpr ExecutionLimits kLargestLimits{.steps = 1'048'576, .threads = 4096};

// Limits in steps upwards, each four times the one before.
class LimitRange {
 public:
  LimitRange() = default;  // none
  LimitRange(const ExecutionLimits& first, const ExecutionLimits& last) : first_(first), last_(last) {}

  [[nodiscard]] ExecutionLimits at(std::uint32_t level) const {
    return {.steps = raised(first_.steps, last_.steps, level), .threads = raised(first_.threads, last_.threads, level)};
  }
  [[nodiscard]] std::uint32_t top() const {
    std::uint32_t level = 0;
    while (at(level) != last_) {
      ++level;
    }
    return level;
  }

 private:
  [[nodiscard]] static std::uint64_t raised(std::uint64_t first, std::uint64_t last, std::uint32_t level) {
    for (; level != 0 && first < last; --level) {
      first = first > last / 4 ? last : first * 4;
    }
    return std::min(first, last);
  }

  ExecutionLimits first_;
  ExecutionLimits last_;
};

}  // namespace heddle
