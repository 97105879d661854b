#include "monitor/conflict_pairs.h"

#include <algorithm>
#include <utility>

#include "core/hash.h"

namespace heddle {

ConflictPairs::ConflictPairs(std::uint32_t per_pair, std::size_t most)
    : per_pair_(per_pair), most_(most), slots_(1024) {}

void ConflictPairs::add(std::uint32_t one, std::uint32_t other, const WordSets::Step& step) {
  if (other < one) {
    std::swap(one, other);
  }
  const std::uint32_t index = find(one, other);
  if (index == kNone) {
    ++left_out_;
    return;
  }
  Pair& pair = pairs_[index];
  if (pair.meetings == 0) {
    pair.first = step.first;
    pair.last = step.last;
  } else {
    pair.first = std::min(pair.first, step.first);
    pair.last = std::max(pair.last, step.last);
  }
  pair.meetings += step.count;
  if (per_pair_ > 2) {
    keep_early(early_[index], step.first);
    keep_early(early_[index], step.last);
  }
}

void ConflictPairs::keep_early(std::vector<WordMoment>& early, const WordMoment& moment) const {
  const auto at = std::ranges::lower_bound(early, moment);
  if (at != early.end() && *at == moment) {
    return;
  }
  early.insert(at, moment);
  if (early.size() > per_pair_) {
    early.pop_back();
  }
}

std::uint32_t ConflictPairs::find(std::uint32_t one, std::uint32_t other) {
  std::uint32_t& slot = slots_[slot_of(one, other)];
  if (slot != 0) {
    return slot - 1;
  }
  if (pairs_.size() >= most_) {
    return kNone;
  }
  const auto index = static_cast<std::uint32_t>(pairs_.size());
  slot = index + 1;
  pairs_.push_back({.one = one, .other = other, .first = {}, .last = {}});
  early_.resize(per_pair_ > 2 ? pairs_.size() : 0);
  if (pairs_.size() * 2 > slots_.size()) {
    slots_.assign(slots_.size() * 2, 0);
    for (std::uint32_t pair = 0; pair < pairs_.size(); ++pair) {
      slots_[slot_of(pairs_[pair].one, pairs_[pair].other)] = pair + 1;
    }
  }
  return index;
}

std::size_t ConflictPairs::slot_of(std::uint32_t one, std::uint32_t other) const {
  std::size_t at = static_cast<std::size_t>(mix(std::uint64_t{one} << 32U | other)) & (slots_.size() - 1);
  while (slots_[at] != 0 && (pairs_[slots_[at] - 1].one != one || pairs_[slots_[at] - 1].other != other)) {
    at = (at + 1) & (slots_.size() - 1);
  }
  return at;
}

}  // namespace heddle
