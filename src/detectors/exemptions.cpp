#include "detectors/exemptions.h"

#include <algorithm>

namespace heddle {

namespace {

[[nodiscard]] std::uintptr_t end_of(const MemoryRange& range) { return range.address + range.size; }

}  // namespace

void Exemptions::begin_ignoring(ThreadId thread, unsigned what) {
  if (now_.depths.size() <= thread.value) {
    now_.depths.resize(thread.value + std::size_t{1});
  }
  for (unsigned bit = 0; bit < kKinds; ++bit) {
    if ((what & 1U << bit) != 0) {
      ++now_.depths[thread.value].of[bit];
      ++now_.scopes;
    }
  }
}

void Exemptions::end_ignoring(ThreadId thread, unsigned what) {
  for (unsigned bit = 0; bit < kKinds; ++bit) {
    if ((what & 1U << bit) != 0 && is_ignoring(thread, 1U << bit)) {
      --now_.depths[thread.value].of[bit];
      --now_.scopes;
    }
  }
}

bool Exemptions::is_ignoring(ThreadId thread, unsigned what) const {
  if (thread.value >= now_.depths.size()) {
    return false;
  }
  const Depths& depths = now_.depths[thread.value];
  for (unsigned bit = 0; bit < kKinds; ++bit) {
    if ((what & 1U << bit) != 0 && depths.of[bit] != 0) {
      return true;
    }
  }
  return false;
}

void Exemptions::expect(MemoryRange range) {
  if (range.size == 0) {
    return;
  }
  std::vector<MemoryRange>& all = now_.expected;
  // Those that it touches become one with it.
  auto first = std::ranges::lower_bound(all, range.address, {}, end_of);
  auto last = first;
  for (; last != all.end() && last->address <= end_of(range); ++last) {
    const std::uintptr_t end = std::max(end_of(range), end_of(*last));
    range.address = std::min(range.address, last->address);
    range.size = end - range.address;
  }
  all.insert(all.erase(first, last), range);
}

void Exemptions::forget(MemoryRange range) {
  std::vector<MemoryRange>& all = now_.expected;
  if (all.empty() || range.size == 0) {
    return;
  }
  auto part = std::ranges::upper_bound(all, range.address, {}, end_of);
  while (part != all.end() && part->address < end_of(range)) {
    const MemoryRange before{.address = part->address, .size = range.address - std::min(range.address, part->address)};
    const MemoryRange behind{.address = end_of(range), .size = end_of(*part) - std::min(end_of(*part), end_of(range))};
    if (before.size != 0) {
      *part++ = before;
      if (behind.size != 0) {
        part = all.insert(part, behind) + 1;
      }
    } else if (behind.size != 0) {
      *part++ = behind;
    } else {
      part = all.erase(part);
    }
  }
}

bool Exemptions::expects(MemoryRange bytes) const {
  const auto part = std::ranges::upper_bound(now_.expected, bytes.address, {}, end_of);
  return part != now_.expected.end() && part->address <= bytes.address && end_of(bytes) <= end_of(*part);
}

}  // namespace heddle
