// The prefixes a search has been to, by hash, with the least cost each was reached at.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/hash.h"

namespace heddle {

// A flat table with open addressing, 16 bytes an entry. When it has grown to its limit it takes no more: whoever prunes
// by it then prunes less, and misses nothing.
class Reached {
 public:
  explicit Reached(std::uint64_t memory) : most_(memory / sizeof(Entry)) {}

  void clear() {
    entries_.clear();
    size_ = 0;
  }

  // True unless the same was reached before at no higher cost.
  bool first_time(std::uint64_t hash, std::uint32_t cost) {
    const std::uint64_t named = hash == 0 ? 1 : hash;  // 0 marks a free place
    if ((size_ + 1) * 4 > entries_.size() * 3 && !grow()) {
      return missing_or_cheaper(named, cost, /*insert=*/false);
    }
    return missing_or_cheaper(named, cost, /*insert=*/true);
  }

  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  struct Entry {
    std::uint64_t hash = 0;
    std::uint32_t cost = 0;
  };

  [[nodiscard]] std::size_t place_of(std::uint64_t hash) const {
    std::size_t place = static_cast<std::size_t>(mix(hash)) & (entries_.size() - 1);
    while (entries_[place].hash != 0 && entries_[place].hash != hash) {
      place = (place + 1) & (entries_.size() - 1);
    }
    return place;
  }

  bool missing_or_cheaper(std::uint64_t hash, std::uint32_t cost, bool insert) {
    if (entries_.empty()) {
      return true;
    }
    Entry& entry = entries_[place_of(hash)];
    if (entry.hash == hash) {
      const bool cheaper = cost < entry.cost;
      entry.cost = cheaper ? cost : entry.cost;
      return cheaper;
    }
    if (insert) {
      entry = {.hash = hash, .cost = cost};
      ++size_;
    }
    return true;
  }

  bool grow() {
    const std::size_t wanted = entries_.empty() ? 1024 : entries_.size() * 2;
    if (wanted > most_) {
      return false;
    }
    std::vector<Entry> old(wanted);
    old.swap(entries_);
    for (const Entry& entry : old) {
      if (entry.hash != 0) {
        entries_[place_of(entry.hash)] = entry;
      }
    }
    return true;
  }

  std::uint64_t most_;
  std::vector<Entry> entries_;
  std::size_t size_ = 0;
};

}  // namespace heddle
