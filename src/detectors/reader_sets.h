// Sets of threads that have read a cell, each at some epoch: what is read by several threads is mostly read by the same
// ones as its neighbours, so equal sets are kept once. They count who refers to them, and go when nobody does.
//
// By numbers that grow over all executions, as epochs do: one from before this execution stands for nothing.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "core/hash.h"

namespace heddle {

class ReaderSets {
 public:
  static constexpr std::uint32_t kLast = (std::uint32_t{1} << 27U) - 1;

  // False: the numbers are used up; restart() when nothing refers to one.
  [[nodiscard]] bool begin() {
    first_ += static_cast<std::uint32_t>(used_);
    forget_all();
    return first_ < kLast / 2;
  }
  void restart() {
    first_ = 1;
    forget_all();
  }

  [[nodiscard]] bool is_old(std::uint32_t number) const { return number < first_; }
  // The epochs' numbers; valid until another set is made.
  [[nodiscard]] std::span<const std::uint32_t> of(std::uint32_t number) const { return sets_[number - first_].members; }

  [[nodiscard]] [[gnu::always_inline]] inline bool contains(std::uint32_t number, std::uint32_t member) const {
    const Set& set = sets_.data()[number - first_];
    const std::uint32_t* const end = set.members.data() + set.members.size();
    const std::uint32_t* at = set.members.data();
    while (at != end && *at != member) {
      ++at;
    }
    return at != end;
  }

  // The set of these, with one more who refers to it.
  [[nodiscard]] std::uint32_t make(std::span<const std::uint32_t> members) {
    std::uint64_t hash = members.size();
    for (const std::uint32_t member : members) {
      hash = combine(hash, member);
    }
    const auto [begin, end] = index_.equal_range(hash);
    for (auto found = begin; found != end; ++found) {
      Set& set = sets_[found->second];
      if (std::ranges::equal(set.members, members)) {
        ++set.references;
        return first_ + found->second;
      }
    }
    std::uint32_t place = static_cast<std::uint32_t>(used_);
    if (!free_.empty()) {
      place = free_.back();
      free_.pop_back();
    } else {
      if (used_ == sets_.size()) {
        sets_.emplace_back();
      }
      ++used_;
    }
    Set& set = sets_[place];
    set.members.assign(members.begin(), members.end());
    set.hash = hash;
    set.references = 1;
    index_.emplace(hash, place);
    return first_ + place;
  }

  // One more refers to it, as long as somebody does already.
  [[gnu::always_inline]] inline void refer(std::uint32_t number) { ++sets_.data()[number - first_].references; }
  // One less refers to it, but not none. False: it would be none, and nothing is done.
  [[nodiscard]] [[gnu::always_inline]] inline bool leave(std::uint32_t number) {
    std::uint64_t& references = sets_.data()[number - first_].references;
    if (references == 1) {
      return false;
    }
    --references;
    return true;
  }

  // One less refers to it. True: nobody does any more, and its number may be that of another one.
  [[nodiscard]] bool release(std::uint32_t number) {
    const std::uint32_t place = number - first_;
    Set& set = sets_[place];
    if (--set.references != 0) {
      return false;
    }
    const auto [begin, end] = index_.equal_range(set.hash);
    index_.erase(std::find_if(begin, end, [place](const auto& entry) { return entry.second == place; }));
    free_.push_back(place);
    return true;
  }

  [[nodiscard]] std::size_t bytes() const {
    std::size_t sum = sets_.capacity() * sizeof(Set) + index_.size() * 4 * sizeof(std::uint64_t);
    for (const Set& set : sets_) {
      sum += set.members.capacity() * sizeof(std::uint32_t);
    }
    return sum;
  }

 private:
  struct Set {
    std::vector<std::uint32_t> members;
    std::uint64_t hash = 0;
    std::uint64_t references = 0;
  };

  void forget_all() {
    used_ = 0;
    free_.clear();
    index_.clear();
  }

  std::uint32_t first_ = 1;
  std::size_t used_ = 0;
  std::vector<Set> sets_;
  std::vector<std::uint32_t> free_;
  std::unordered_multimap<std::uint64_t, std::uint32_t> index_;
};

}  // namespace heddle
