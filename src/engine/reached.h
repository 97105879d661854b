// The prefixes a search has been to, by hash, with the least cost each was reached at.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/hash.h"
#include "core/lease.h"

namespace heddle {

// A flat table with open addressing, 16 bytes an entry. When it has grown to its limit it takes no more: whoever prunes
// by it then prunes less, and misses nothing.
class Reached {
 public:
  explicit Reached(std::uint64_t memory) : most_(memory / sizeof(ReachedEntry)) {}

  void clear() {
    if (size_ != 0) {
      entries_.clear();
      size_ = 0;
    }
    changes_.clear();
  }

  // True unless the same was reached before at no higher cost.
  bool first_time(std::uint64_t hash, std::uint32_t cost, bool complete = false) {
    const ReachedEntry wanted{.hash = hash == 0 ? 1 : hash, .cost = cost, .complete = complete ? 1U : 0U};
    if ((size_ + 1) * 4 > entries_.size() * 3 && !grow()) {
      overflowed_ = true;
      return missing_or_cheaper(wanted, /*insert=*/false);
    }
    return missing_or_cheaper(wanted, /*insert=*/true);
  }

  // The same without an answer, and for good.
  void add(const ReachedEntry& entry) {
    const std::size_t before = changes_.size();
    (void)first_time(entry.hash, entry.cost, entry.complete != 0);
    changes_.resize(before);
  }

  // What first_time() changed since keep() is as it was before; what was new then costs more than anything.
  void keep() { changes_.clear(); }
  void take_back() {
    for (; !changes_.empty(); changes_.pop_back()) {
      entries_[place_of(changes_.back().hash)].cost = changes_.back().cost;
    }
  }

  [[nodiscard]] std::size_t size() const { return size_; }
  // Something had no room: what is reached again may count again.
  [[nodiscard]] bool overflowed() const { return overflowed_; }

  // From now on what is added or becomes cheaper goes there, too; nullptr: nowhere.
  void tell(std::vector<ReachedEntry>* news) { news_ = news; }

  template <typename Visit>
  void for_each(Visit&& visit) const {
    for (const ReachedEntry& entry : entries_) {
      if (entry.hash != 0) {
        visit(entry);
      }
    }
  }

 private:
  [[nodiscard]] std::size_t place_of(std::uint64_t hash) const {
    std::size_t place = static_cast<std::size_t>(mix(hash)) & (entries_.size() - 1);
    while (entries_[place].hash != 0 && entries_[place].hash != hash) {
      place = (place + 1) & (entries_.size() - 1);
    }
    return place;
  }

  bool missing_or_cheaper(const ReachedEntry& wanted, bool insert) {
    if (entries_.empty()) {
      return true;
    }
    ReachedEntry& entry = entries_[place_of(wanted.hash)];
    if (entry.hash == wanted.hash) {
      const bool cheaper = wanted.cost < entry.cost;
      if (cheaper) {
        changes_.push_back(entry);
      }
      entry.cost = cheaper ? wanted.cost : entry.cost;
      if (cheaper && news_ != nullptr) {
        news_->push_back(wanted);
      }
      return cheaper;
    }
    if (insert) {
      entry = wanted;
      ++size_;
      changes_.push_back({.hash = wanted.hash, .cost = ~std::uint32_t{0}, .complete = wanted.complete});
      if (news_ != nullptr) {
        news_->push_back(wanted);
      }
    }
    return true;
  }

  bool grow() {
    const std::size_t wanted = entries_.empty() ? 1024 : entries_.size() * 2;
    if (wanted > most_) {
      return false;
    }
    std::vector<ReachedEntry> old(wanted);
    old.swap(entries_);
    for (const ReachedEntry& entry : old) {
      if (entry.hash != 0) {
        entries_[place_of(entry.hash)] = entry;
      }
    }
    return true;
  }

  std::uint64_t most_;
  std::vector<ReachedEntry> entries_;
  std::size_t size_ = 0;
  bool overflowed_ = false;
  std::vector<ReachedEntry> changes_;  // as they were before
  std::vector<ReachedEntry>* news_ = nullptr;
};

// What all workers have committed: one table in memory that they share. The supervisor writes, workers read at the same
// time. It lies in a region that is sparse until used; a table twice as large follows the one it replaces.
//
// A reader may miss what is being written: then it explores what another has explored already, and nothing is lost.
class CommittedReached {
 public:
  static constexpr unsigned kFirstLevel = 12;  // log2 of the entries
  static constexpr unsigned kLastLevel = 26;
  static constexpr std::size_t kHeader = 4096;
  static constexpr std::size_t kBytes = kHeader + (sizeof(ReachedEntry) << (kLastLevel + 1));

  // `region`: kBytes, zeroed; the same for all.
  explicit CommittedReached(void* region) : region_(static_cast<std::byte*>(region)) {}

  // True if it was reached at no higher cost.
  [[nodiscard]] bool covers(std::uint64_t hash, std::uint32_t cost) const {
    const unsigned level = current_level();
    if (level == 0) {
      return false;
    }
    const std::uint64_t named = hash == 0 ? 1 : hash;
    const std::uint64_t mask = (std::uint64_t{1} << level) - 1;
    for (std::uint64_t place = mix(named) & mask, tries = 0; tries <= mask; place = (place + 1) & mask, ++tries) {
      const Slot& slot = table(level)[place];
      const std::uint64_t found = slot.hash.load(std::memory_order_acquire);
      if (found == named) {
        return slot.cost.load(std::memory_order_relaxed) <= cost;
      }
      if (found == 0) {
        return false;
      }
    }
    return false;
  }

 protected:
  struct Slot {
    std::atomic<std::uint64_t> hash;
    std::atomic<std::uint32_t> cost;
    std::atomic<std::uint32_t> complete;
  };
  static_assert(sizeof(Slot) == sizeof(ReachedEntry));

  [[nodiscard]] std::atomic<std::uint32_t>& level_word() const {
    return *reinterpret_cast<std::atomic<std::uint32_t>*>(region_);
  }
  // 0: there is nothing yet.
  [[nodiscard]] unsigned current_level() const {
    const unsigned level = level_word().load(std::memory_order_acquire);
    return level >= kFirstLevel && level <= kLastLevel ? level : 0;
  }
  [[nodiscard]] Slot* table(unsigned level) const {
    return reinterpret_cast<Slot*>(region_ + kHeader + (sizeof(Slot) << level));
  }

 private:
  std::byte* region_;
};

}  // namespace heddle
