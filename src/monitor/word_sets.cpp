#include "monitor/word_sets.h"

#include "monitor/access_trace.h"

namespace heddle {

namespace {

constexpr std::size_t kFirstSetSlots = 1024;

}  // namespace

bool conflict(const WordUse& one, const WordUse& other) {
  return one.thread != other.thread && bits_conflict(one.bits, other.bits) && one.begin < other.end &&
         other.begin < one.end;
}

// --- Uses ---

WordUses::WordUses() : uses_(1), slots_(kFirstSetSlots) {}

std::uint32_t WordUses::look(const WordUse& use) {
  if (use.group >= latest_.size()) {
    latest_.resize(use.group + std::size_t{64});
  }
  std::uint32_t& slot = slots_[slot_of(use)];
  if (slot == 0) {
    slot = static_cast<std::uint32_t>(uses_.size());
    uses_.push_back(use);
    if (uses_.size() * 2 > slots_.size()) {
      slots_.assign(slots_.size() * 2, 0);
      for (std::uint32_t number = 1; number < uses_.size(); ++number) {
        slots_[slot_of(uses_[number])] = number;
      }
      return latest_[use.group] = static_cast<std::uint32_t>(uses_.size() - 1);
    }
  }
  return latest_[use.group] = slot;
}

std::size_t WordUses::slot_of(const WordUse& use) const {
  const std::uint64_t how = std::uint64_t{use.begin} << 16U | std::uint64_t{use.end} << 8U | use.bits;
  std::size_t at = static_cast<std::size_t>(combine(use.group, how)) & (slots_.size() - 1);
  while (slots_[at] != 0 && uses_[slots_[at]] != use) {
    at = (at + 1) & (slots_.size() - 1);
  }
  return at;
}

// --- Sets ---

WordSets::WordSets() { clear(); }

void WordSets::clear() {
  sets_.assign(1, {});
  by_hash_.assign(kFirstSetSlots, 0);
  steps_.clear();
  slots_.assign(kFirstSetSlots, {});
  used_ = 0;
}

WordSets::Slot WordSets::look(std::uint32_t set, std::uint32_t use) {
  Slot slot{.set = set, .use = use, .next = set, .step = 0};
  if (!has(set, use)) {
    slot.next = with(set, use);
    slot.step = static_cast<std::uint32_t>(steps_.size());
    steps_.push_back({.set = set, .use = use, .count = 0, .first = {}, .last = {}});
  }
  if (++used_ * 2 > slots_.size()) {
    std::vector<Slot> old(slots_.size() * 2);
    old.swap(slots_);
    for (const Slot& other : old) {
      if (other.use != 0) {
        slots_[slot_of(other.set, other.use)] = other;
      }
    }
  }
  slots_[slot_of(set, use)] = slot;
  return slot;
}

bool WordSets::has(std::uint32_t set, std::uint32_t use) const {
  for (; set != kEmpty; set = sets_[set].without) {
    if (sets_[set].use == use) {
      return true;
    }
  }
  return false;
}

std::uint32_t WordSets::with(std::uint32_t set, std::uint32_t use) {
  const std::uint64_t hash = sets_[set].hash + mix(use);
  std::uint32_t& place = by_hash_[place_of(hash)];
  if (place != 0) {
    return place;
  }
  const auto made = static_cast<std::uint32_t>(sets_.size());
  place = made;
  sets_.push_back({.hash = hash, .without = set, .use = use});
  if (sets_.size() * 2 > by_hash_.size()) {
    by_hash_.assign(by_hash_.size() * 2, 0);
    for (std::uint32_t other = 1; other < sets_.size(); ++other) {
      by_hash_[place_of(sets_[other].hash)] = other;
    }
  }
  return made;
}

std::size_t WordSets::place_of(std::uint64_t hash) const {
  std::size_t at = static_cast<std::size_t>(mix(hash)) & (by_hash_.size() - 1);
  while (by_hash_[at] != 0 && sets_[by_hash_[at]].hash != hash) {
    at = (at + 1) & (by_hash_.size() - 1);
  }
  return at;
}

}  // namespace heddle
