// The kind of finding that several detectors have in common, and by what data races are told apart: their two places,
// whichever of them came first and whoever saw them.
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/hash.h"
#include "detectors/finding_kinds.h"

namespace heddle {

void say_data_race(Sentence& sentence, const Fault& fault);

inline constexpr FindingKindRow kDataRaceKinds[] = {
    {.kind = FindingKind::kDataRace,
     .say = say_data_race,
     .meaning = {.usual = "two threads access the same memory, at least one of them writes, and nothing orders the two "
                          "accesses",
                 .of_hint = "two threads access the same memory, at least one of them writes, and nothing that heddle "
                            "sees orders the two accesses",
                 .of_pending = "caught in the act: two threads are about to access the same memory, at least one of "
                               "them writes, and either could go first"},
     .is_of_order = true,
     .group = SuppressionGroup::kRaces}};

[[nodiscard]] constexpr std::uint64_t race_signature(std::uint64_t place, std::uint64_t other) {
  return combine(combine(hash_bytes(name(FindingKind::kDataRace)), std::min(place, other)), std::max(place, other));
}

}  // namespace heddle
