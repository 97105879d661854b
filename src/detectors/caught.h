// `caught`: data races in the act. A thread accesses memory while another one is about to make an access that conflicts
// with it, and could make it as well: nothing orders the two, by whatever means the threads synchronise. Nothing has to
// be known of those ([WP] 3.4).
#pragma once

#include <cstdint>
#include <vector>

#include "core/access.h"
#include "engine/detector.h"

namespace heddle {

class Caught {
 public:
  using PlaceOf = std::uint64_t (*)(SiteId site);
  explicit Caught(PlaceOf place_of = [](SiteId site) { return site.value; }) : place_of_(place_of) {}

  void begin(FindingSink& sink);
  // `pending` is what another thread could do instead.
  void meet(const Access& access, const Access& pending);

 private:
  PlaceOf place_of_;
  FindingSink* sink_ = nullptr;
  std::vector<std::uint64_t> reported_;  // in this execution
};

}  // namespace heddle
