// The default continuation: what happens at every scheduling point a schedule says nothing about.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/event.h"
#include "core/hash.h"
#include "core/schedule.h"
#include "engine/seam.h"

namespace heddle {

// Who goes on where a path says nothing ([CB] 4.3).
enum class Continuation : std::uint32_t {
  kFair,    // the last thread, for at most `slice` steps on end; without an end to the slice: minimum
  kRandom,  // drawn from a hash of seed and prefix, among what stays within the bound
};
inline constexpr std::uint32_t kNoSlice = ~std::uint32_t{0};

// A thread that spins on a plain variable never blocks and never yields. Without an end to its turn the thread it waits
// for would never run and the default execution would not end. Long enough that ordinary threads run until they block,
// as everywhere else promised; short enough that a spin costs well below a millisecond.
inline constexpr std::uint32_t kFairSlice = 10'000;

namespace detail {

// Nothing but timeouts and spurious wake-ups can happen: time passes.
[[nodiscard]] inline std::size_t let_time_pass(const ChoicePoint& point) {
  if (point.earliest_timeout >= 0) {
    return static_cast<std::size_t>(point.earliest_timeout);
  }
  for (std::size_t index = 0; index < point.choices.size(); ++index) {
    if (point.choices[index].alternative.variant != kSpurious) {
      return index;
    }
  }
  return 0;
}

}  // namespace detail

// The thread that ran last goes on with the lowest of its variants, unless it blocked, just yielded, or had its slice;
// then the next one in cyclic order of creation that has an ordinary alternative; then the last one again; and only
// when nobody can do anything else, time passes. A pure function of the point, hence of the prefix: that is what makes
// a list of deviations name exactly one execution.
[[nodiscard]] inline std::size_t default_choice(const ChoicePoint& point, std::uint32_t slice = kFairSlice) {
  const bool stay = !point.last_yielded && point.run_length < slice;
  constexpr std::size_t kNone = kDiverge;
  std::size_t first = kNone;
  std::size_t own = kNone;
  for (std::size_t index = 0; index < point.choices.size(); ++index) {
    const Alternative alternative = point.choices[index].alternative;
    if (costs_extra(alternative)) {
      continue;
    }
    if (alternative.thread > point.last) {
      return index;  // the choices are sorted, so `last` would have come before
    }
    if (alternative.thread == point.last) {
      if (stay) {
        return index;
      }
      own = own == kNone ? index : own;
    } else if (first == kNone) {
      first = index;
    }
  }
  if (first != kNone) {
    return first;
  }
  return own != kNone ? own : detail::let_time_pass(point);
}

// For Deviation::check: what the thread was about to do, so that a schedule that no longer fits is noticed where it
// stops fitting. Never 0, which means unknown.
[[nodiscard]] constexpr std::uint32_t pending_check(const Operation& operation) {
  const std::uint64_t hash = mix(operation.site.value * 0x9e3779b97f4a7c15ULL + mix(operation.object.value) +
                                 static_cast<std::uint64_t>(operation.kind));
  const auto check = static_cast<std::uint32_t>(hash >> 32U);
  return check == 0 ? 1 : check;
}

// For Deviation::prefix. Never 0.
[[nodiscard]] constexpr std::uint32_t prefix_check(const ChoicePoint& point) {
  const auto check = static_cast<std::uint32_t>(point.event_hash >> 32U);
  return check == 0 ? 1 : check;
}

// Where an execution leaves its continuation for this choice.
[[nodiscard]] inline Deviation deviation_at(const ChoicePoint& point, std::size_t chosen) {
  const Choice& choice = point.choices[chosen];
  return {.point = point.number,
          .take = choice.alternative,
          .check = pending_check(*choice.pending),
          .prefix = prefix_check(point)};
}

}  // namespace heddle
