// `caught`: data races in the act. A thread accesses memory while another one is about to make an access that conflicts
// with it, and could make it as well: nothing orders the two, by whatever means the threads synchronise. Nothing has to
// be known of those ([WP] 3.4).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/access.h"
#include "detectors/data_race.h"
#include "detectors/surroundings.h"
#include "engine/finding_sink.h"

namespace heddle {

class Caught {
 public:
  static constexpr std::span<const FindingKindRow> kKinds = kDataRaceKinds;

  explicit Caught(const Surroundings& around = {}) : place_of_(around.place_of) {}

  void begin(FindingSink& sink);
  // `pending` is what another thread could do instead.
  void meet(const Access& access, const Access& pending);

 private:
  Surroundings::PlaceOf place_of_;
  FindingSink* sink_ = nullptr;
  std::vector<std::uint64_t> reported_;  // in this execution
};

}  // namespace heddle
