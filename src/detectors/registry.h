// The judges, which say how an execution ended, and the detectors, which watch it. A new detector is a file pair, a row of
// kDetectors and a test: docs/adding-an-analysis.md adds one.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "core/options.h"
#include "detectors/caught.h"
#include "detectors/finding_kinds.h"
#include "detectors/happens_before.h"
#include "detectors/heap_use.h"
#include "detectors/lock_order.h"
#include "detectors/lock_use.h"
#include "detectors/lockset.h"
#include "engine/judge.h"

namespace heddle {

// Those that judge how an execution ends.
struct JudgeRow {
  std::string_view name;
  std::string_view help;  // one line
  FindingKindRow kind;
  // nullptr: the options do without it.
  std::unique_ptr<Judge> (*make)(const Options& options);
};

[[nodiscard]] std::span<const JudgeRow> judges();

// Those that watch every access (detector_set.h).
struct DetectorRow {
  std::string_view name;  // for --detectors
  std::string_view help;  // one line
  // In Options::detectors and in files: a bit of its own, whose number never changes; of a combination those of its parts,
  // too.
  std::uint32_t bits = 0;
  bool is_default = false;
  std::span<const FindingKindRow> kinds{};  // that it reports
};

// With the class that does it.
template <typename Class>
struct RegisteredDetector {
  using Detector = Class;
  DetectorRow row;
};
template <typename Class>
[[nodiscard]] constexpr RegisteredDetector<Class> detector(const DetectorRow& row) {
  return {row};
}
// A name for several others at once.
struct Combination {};

// In the order in which they are told of an access.
inline constexpr std::tuple kDetectors{
    detector<HappensBefore>({.name = "hb",
                             .help = "data races: two conflicting accesses, neither ordered before the other",
                             .bits = kHappensBefore,
                             .is_default = true,
                             .kinds = HappensBefore::kKinds}),
    detector<Caught>({.name = "caught",
                      .help = "data races in the act: a thread accesses what another one is about to access",
                      .bits = kCaught,
                      .kinds = Caught::kKinds}),
    detector<Lockset>({.name = "lockset",
                       .help = "hints: threads share memory, and no lock protects all accesses to it",
                       .bits = kLockset,
                       .kinds = Lockset::kKinds}),
    detector<Combination>(
        {.name = "hybrid",
         .help = "hb and lockset, without hints about accesses that thread creation, thread end or messages order",
         .bits = kHappensBefore | kLockset | kHybrid}),
    detector<HeapUse>(
        {.name = "heap",
         .help = "memory used after it was freed or outside of its block, wrong frees, stacks of ended threads",
         .bits = kHeapUse,
         .is_default = true,
         .kinds = HeapUse::kKinds}),
    detector<LockOrder>({.name = "lockorder",
                         .help = "possible deadlocks: threads take the same locks in different orders",
                         .bits = kLockOrder,
                         .is_default = true,
                         .kinds = LockOrder::kKinds}),
    detector<LockUse>(
        {.name = "lockuse",
         .help = "locks destroyed while held, waits with the wrong mutex, threads that end with a lock held",
         .bits = kLockUse,
         .is_default = true,
         .kinds = LockUse::kKinds}),
    // A new row goes above this line.
};

// The bits of all rows of which this is true.
template <typename Predicate>
[[nodiscard]] consteval std::uint32_t bits_where(Predicate predicate) {
  return std::apply([&](const auto&... each) { return ((predicate(each) ? each.row.bits : 0U) | ...); }, kDetectors);
}
inline constexpr std::uint32_t kDefaultDetectors = bits_where([](const auto& each) { return each.row.is_default; });

[[nodiscard]] std::span<const DetectorRow> detectors();
// "hb,heap": their bits. Also "default" and "none"; nothing where it is no such list.
[[nodiscard]] std::optional<std::uint32_t> parse_detectors(std::string_view list);
// The other way round.
[[nodiscard]] std::string words_of_detectors(std::uint32_t bits);
// All that may stand in a list: "hb, heap, default, none".
[[nodiscard]] std::string detector_words();

// All that the options want.
[[nodiscard]] std::vector<std::unique_ptr<Judge>> make_judges(const Options& options);

}  // namespace heddle
