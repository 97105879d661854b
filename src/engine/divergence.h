// Where and how a schedule stopped fitting the execution it was replayed on.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/schedule.h"
#include "engine/seam.h"

namespace heddle {

enum class DivergenceReason : std::uint8_t {
  kNotOffered,      // the alternative is not among the choices of this point
  kOtherOperation,  // it is, but the thread is about to do something else
  kOtherPast,       // it is, but something else happened before
  kOutOfOrder,      // the schedule names this or an earlier point twice: no execution has such a schedule
  kLeftOver,        // the execution ended before this deviation's point
};

// A plain value of fixed size, so that it can be filled inside a target and handed out through shared memory.
struct Divergence {
  struct Offered {
    Alternative alternative;
    OperationKind kind = OperationKind::kRead;
  };
  static constexpr std::size_t kOfferedKept = 8;

  DivergenceReason reason = DivergenceReason::kNotOffered;
  std::uint32_t point = 0;  // its number; for kLeftOver, number of points the execution had
  Deviation expected;
  std::uint32_t found_check = 0;  // kOtherOperation: what the thread was about to do instead
  std::uint32_t offered_count = 0;
  std::array<Offered, kOfferedKept> offered{};  // the first of them
};

[[nodiscard]] Divergence divergence_at(const ChoicePoint& point, DivergenceReason reason, const Deviation& expected);

// The index of the choice a deviation asks for at this point; kDiverge, and why, if there is none.
[[nodiscard]] std::size_t find_deviation(const ChoicePoint& point, const Deviation& wanted, Divergence& divergence);
// The execution ended after so many points, with this deviation still to come.
[[nodiscard]] Divergence left_over(const Deviation& wanted, std::uint32_t points);

// One line, without a line feed, cut at the end of the buffer and ended by 0; returns its length. Allocates nothing.
std::size_t describe(const Divergence& divergence, std::span<char> buffer);

}  // namespace heddle
