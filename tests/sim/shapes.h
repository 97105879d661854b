// n threads of k steps that never block: the programs with closed forms.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/program.h"

namespace heddle::sim {

struct Shape {
  std::size_t threads;
  std::size_t steps;
};

inline constexpr Shape kShapes[] = {{2, 1}, {2, 2}, {2, 3}, {2, 4}, {2, 5}, {2, 6}, {3, 2}, {3, 3}, {4, 2}};

// n threads of k writes each, all present from the start.
[[nodiscard]] Program independent_writers(Shape shape);

[[nodiscard]] constexpr std::uint64_t factorial(std::uint64_t n) { return n < 2 ? 1 : n * factorial(n - 1); }

[[nodiscard]] constexpr std::uint64_t binomial(std::uint64_t n, std::uint64_t k) {
  return k > n ? 0 : factorial(n) / factorial(k) / factorial(n - k);
}

// (nk)! / (k!)^n
[[nodiscard]] constexpr std::uint64_t interleavings(Shape shape) {
  std::uint64_t result = factorial(shape.threads * shape.steps);
  for (std::size_t thread = 0; thread < shape.threads; ++thread) {
    result /= factorial(shape.steps);
  }
  return result;
}

}  // namespace heddle::sim
