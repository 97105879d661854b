// A failure of the target, with all that is needed to understand and repeat it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/event.h"
#include "core/schedule.h"

namespace heddle {

// What went wrong, by its name: "deadlock", "data-race" ... The name is what reports, summaries and files have; a plain
// value, so that it goes through shared memory. What reports say of a kind is in detectors/finding_kinds.h. Here are the kinds
// that more than one detector or layer knows; the others stand beside the detector that finds them.
struct FindingKind {
  static constexpr std::size_t kSize = 32;
  char text[kSize] = {};  // small letters, digits and hyphens, then zeros

  // nullopt: it is no name of a kind, known or not.
  [[nodiscard]] static constexpr std::optional<FindingKind> of(std::string_view name);
  [[nodiscard]] static consteval FindingKind named(std::string_view name) { return of(name).value(); }
  [[nodiscard]] constexpr bool is_well_formed() const;
  friend constexpr bool operator==(const FindingKind&, const FindingKind&) = default;

  static const FindingKind kAssertion;
  static const FindingKind kCrash;
  static const FindingKind kExit;
  static const FindingKind kDeadlock;
  static const FindingKind kLivelock;
  static const FindingKind kLockMisuse;
  static const FindingKind kDestroyedPrimitive;
  static const FindingKind kDataRace;
  static const FindingKind kNoCommonLock;
  static const FindingKind kPossibleDeadlock;
};

[[nodiscard]] constexpr std::string_view name(const FindingKind& kind) {
  return {kind.text, std::find(kind.text, kind.text + FindingKind::kSize, '\0')};
}
std::string_view name(FindingKind&& kind) = delete;  // it would be gone

constexpr std::optional<FindingKind> FindingKind::of(std::string_view name) {
  FindingKind kind;
  if (name.size() >= kSize) {
    return std::nullopt;
  }
  std::ranges::copy(name, kind.text);
  return kind.is_well_formed() ? std::optional(kind) : std::nullopt;
}

constexpr bool FindingKind::is_well_formed() const {
  const std::string_view letters = name(*this);
  const auto is_letter = [](char letter) {
    return (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9') || letter == '-';
  };
  return !letters.empty() && letters.size() < kSize && std::ranges::all_of(letters, is_letter) &&
         std::all_of(text + letters.size(), text + kSize, [](char rest) { return rest == '\0'; });
}

inline constexpr FindingKind FindingKind::kAssertion = named("assertion");
inline constexpr FindingKind FindingKind::kCrash = named("crash");
inline constexpr FindingKind FindingKind::kExit = named("exit");
inline constexpr FindingKind FindingKind::kDeadlock = named("deadlock");
inline constexpr FindingKind FindingKind::kLivelock = named("livelock");
inline constexpr FindingKind FindingKind::kLockMisuse = named("lock-misuse");
inline constexpr FindingKind FindingKind::kDestroyedPrimitive = named("destroyed-primitive");
inline constexpr FindingKind FindingKind::kDataRace = named("data-race");
inline constexpr FindingKind FindingKind::kNoCommonLock = named("no-common-lock");
inline constexpr FindingKind FindingKind::kPossibleDeadlock = named("possible-deadlock");

// How sure it is that no shorter schedule shows the same failure.
enum class Minimality : std::uint8_t {
  kProved = 0,  // the bound below is complete without it
  kLocal = 1,   // no single preemption can be left out
  kBudget = 2,  // the time for minimising ran out
};

[[nodiscard]] std::string_view name(Minimality minimality);

struct StackFrame {
  std::string module;
  std::uint64_t offset = 0;  // in the module: addresses mean nothing in another process
  std::string function;
  std::string file;  // empty: no debug information
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  bool library = false;  // of the C++ library, the compiler or the system: not what the user wrote

  friend bool operator==(const StackFrame&, const StackFrame&) = default;
};
using Stack = std::vector<StackFrame>;  // innermost first

}  // namespace heddle
