// A fault of the target, with all that is needed to repeat it. A detector makes the Fault; from the exploration to the log
// of the search it is a Finding, as bytes between processes and on disk (core/finding_codec.h). What users are told of it,
// and .finding files have, is put together from that (trace/finding_file.h).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/access.h"
#include "core/cell.h"
#include "core/costs.h"
#include "core/event.h"
#include "core/limits.h"
#include "core/outcome.h"
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

// What went wrong, in codes and ids. What a report says beyond it (stacks, names, values) comes from repeating the
// execution with everything recorded. A plain value: it lies in the shared segment as it is.
struct Fault {
  // An operation that has a part in it.
  struct Side {
    ThreadId thread = kNoThread;  // none: nobody did it, it only says which memory
    Operation operation = {};     // without an address: the end of the execution. Its site may not be known at first
    EventNumber event = kNoEvent;
    bool pending = false;  // it had not happened yet, but could have at that moment
  };
  static constexpr std::size_t kMostSides = 8;

  FindingKind kind = FindingKind::kAssertion;
  bool certain = true;       // false: a hint
  bool only_if_met = false;  // unseen code may order the threads: reported only if both sides are brought together
  // Of memory that is freed by a function which does not belong to the one it was allocated by.
  HeapFamily allocated_as = HeapFamily::kMalloc;
  HeapFamily freed_as = HeapFamily::kMalloc;
  std::uint32_t cycle = 0;      // of a possible deadlock: cycle_key() of its locks (core/suspect.h)
  std::uint64_t signature = 0;  // equal for two executions that show the same fault
  std::uint32_t side_count = 1;
  std::array<Side, kMostSides> sides = {};

  // The sides, from the last one backwards. What showed it.
  [[nodiscard]] Side& last() { return sides[0]; }
  [[nodiscard]] const Side& last() const { return sides[0]; }
  // Where two operations make it, the earlier one. Of a circle, the one that holds what last() wants; it wants what the
  // next of the sides holds, and so on.
  [[nodiscard]] const Side& earlier() const { return sides[1]; }
  [[nodiscard]] std::span<const Side> all() const { return std::span(sides).first(side_count); }
  void add(const Side& side) { sides[side_count++] = side; }

  // Seen while the execution was under way: to be repeated, it ends there.
  [[nodiscard]] bool has_place() const { return last().operation.address != 0; }
};

// An execution that shows a fault, and what it came to.
struct Witness {
  Schedule schedule;        // against the default continuation
  std::vector<Cell> cells;  // of the point set that the schedule is for
  ExecutionLimits limits = kLargestLimits;
  Outcome outcome;
  std::string message;  // what the program, or the runtime, says of the outcome: one line
  Costs costs;
  Minimality minimality = Minimality::kBudget;
};

// How it was found.
struct Origin {
  std::string strategy;
  std::uint64_t execution = 0;        // ordinal of the one that showed it, from 1
  std::uint32_t bound = 0;            // of the round
  bool bound_below_complete = false;  // all executions with a smaller bound are known
};

struct Finding {
  Fault fault;
  Witness witness;
  Origin origin;
};
[[nodiscard]] inline bool is_hint(const Finding& finding) { return !finding.fault.certain; }

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
