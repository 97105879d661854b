#include "detectors/kept_accesses.h"

#include <algorithm>
#include <ranges>

namespace heddle {

bool KeptAccesses::is_looked_at(const Access& access) const {
  return std::ranges::find(looking_.sites, access.site) != looking_.sites.end() ||
         std::ranges::any_of(looking_.ranges,
                             [&access](const MemoryRange& range) { return overlap(range_of(access), range); });
}

void KeptAccesses::add(std::uint32_t number, EventNumber event, const Access& access) {
  const std::uintptr_t end = access.address + access.size;
  from_ = kept_.empty() ? access.address : std::min(from_, access.address);
  to_ = kept_.empty() ? end : std::max(to_, end);
  kept_.push_back({.number = number, .event = event, .access = access});
}

void KeptAccesses::end(MemoryRange range) {
  if (!kept_.empty() && range.address < to_ && from_ < range.address + range.size) {
    kept_.push_back({.number = 0, .access = {.thread = {}, .address = range.address, .size = range.size, .site = {}}});
  }
}

const KeptAccesses::Kept* KeptAccesses::find(std::uint32_t number, MemoryRange bytes, bool writes, bool atomic) const {
  for (const Kept& kept : std::views::reverse(kept_)) {
    const Access& earlier = kept.access;
    if (!overlap(range_of(earlier), bytes)) {
      continue;
    }
    if (kept.number == 0) {
      break;
    }
    if (kept.number == number && heddle::writes(earlier.kind) == writes && earlier.atomic == atomic) {
      return &kept;
    }
  }
  return nullptr;
}

}  // namespace heddle
