// What a detector that sees accesses may be made with, and what it may know of the execution that begins. One that needs
// neither has a constructor without arguments and a begin() with the sink alone.
#pragma once

#include <cstdint>

#include "core/ids.h"

namespace heddle {

class Exemptions;

struct Surroundings {
  // What faults at the same place have in common: the site itself, or less, such as its line.
  using PlaceOf = std::uint64_t (*)(SiteId site);
  using NameOf = ThreadName (*)(ThreadId thread);
  static constexpr PlaceOf kBySite = [](SiteId site) { return site.value; };
  static constexpr NameOf kByNumber = [](ThreadId thread) { return ThreadName{thread.value}; };

  PlaceOf place_of = kBySite;
  NameOf name_of = kByNumber;
  const Exemptions* exemptions = nullptr;  // outlive the detector, if there are any
};

struct WatchTerms {
  std::uint32_t wanted = 0;  // DetectorBits: all that watch
  bool records = false;      // the execution is recorded, to be analysed when it is over
};

}  // namespace heddle
