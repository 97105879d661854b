// What was done to each word of memory, as a set: by which groups of accesses, to which of its bytes, and how. Words
// that were used alike share one set, so that millions of them are a few sets, and the steps from one set to the next.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/hash.h"

namespace heddle {

// What one group does to a word.
struct WordUse {
  std::uint32_t group = 0;
  std::uint16_t thread = 0;
  std::uint8_t begin = 0;  // bytes of the word
  std::uint8_t end = 0;
  std::uint8_t bits = 0;  // of AccessBit
  friend bool operator==(const WordUse&, const WordUse&) = default;
};
[[nodiscard]] bool conflict(const WordUse& one, const WordUse& other);

// Each once, by number.
class WordUses {
 public:
  WordUses();
  [[nodiscard]] std::uint32_t number_of(const WordUse& use) {
    if (use.group < latest_.size() && uses_[latest_[use.group]] == use) [[likely]] {
      return latest_[use.group];
    }
    return look(use);
  }
  [[nodiscard]] const WordUse& operator[](std::uint32_t number) const { return uses_[number]; }

 private:
  [[nodiscard]] std::uint32_t look(const WordUse& use);
  [[nodiscard]] std::size_t slot_of(const WordUse& use) const;

  std::vector<WordUse> uses_;          // the first is none
  std::vector<std::uint32_t> latest_;  // by group: one of its uses, or the first
  std::vector<std::uint32_t> slots_;   // open addressing; 0: free. The size is a power of two
};

// A word in one of its lives, and when.
struct WordMoment {
  std::uint64_t time = 0;  // number of the access
  std::uint64_t word = 0;
  std::uint32_t life = 0;
  friend auto operator<=>(const WordMoment&, const WordMoment&) = default;
};

class WordSets {
 public:
  static constexpr std::uint32_t kEmpty = 0;

  // From a set to the one with one more use.
  struct Step {
    std::uint32_t set = 0;
    std::uint32_t use = 0;
    std::uint64_t count = 0;
    WordMoment first;
    WordMoment last;
  };

  WordSets();

  // The set with this use, which a word in that set was put to.
  [[nodiscard]] std::uint32_t add(std::uint32_t set, std::uint32_t use, const WordMoment& moment) {
    const Slot& found = slots_[slot_of(set, use)];
    const Slot slot = found.use != 0 ? found : look(set, use);
    if (slot.next != set) {
      Step& step = steps_[slot.step];
      if (step.count++ == 0) {
        step.first = moment;
      }
      step.last = moment;
    }
    return slot.next;
  }
  void prefetch(std::uint32_t set, std::uint32_t use) const {
    __builtin_prefetch(&slots_[hash_of(set, use) & (slots_.size() - 1)]);
  }
  [[nodiscard]] const std::vector<Step>& steps() const { return steps_; }
  template <typename Visit>
  void for_each_use(std::uint32_t set, Visit&& visit) const {
    for (; set != kEmpty; set = sets_[set].without) {
      visit(sets_[set].use);
    }
  }
  [[nodiscard]] std::size_t bytes() const {
    return slots_.size() * sizeof(Slot) + steps_.capacity() * sizeof(Step) + sets_.capacity() * sizeof(Set) +
           by_hash_.size() * sizeof(std::uint32_t);
  }
  void clear();

 private:
  struct Set {
    std::uint64_t hash = 0;  // whatever the order; equal ones are taken for the same set
    std::uint32_t without = kEmpty;
    std::uint32_t use = 0;
  };
  struct Slot {
    std::uint32_t set = 0;
    std::uint32_t use = 0;   // 0: free
    std::uint32_t next = 0;  // set
    std::uint32_t step = 0;  // unless next is the same
  };

  static std::uint64_t hash_of(std::uint32_t set, std::uint32_t use) { return mix(std::uint64_t{set} << 32U | use); }
  [[nodiscard]] std::size_t slot_of(std::uint32_t set, std::uint32_t use) const {
    std::size_t at = static_cast<std::size_t>(hash_of(set, use)) & (slots_.size() - 1);
    while (slots_[at].use != 0 && (slots_[at].set != set || slots_[at].use != use)) {
      at = (at + 1) & (slots_.size() - 1);
    }
    return at;
  }
  Slot look(std::uint32_t set, std::uint32_t use);
  [[nodiscard]] bool has(std::uint32_t set, std::uint32_t use) const;
  [[nodiscard]] std::uint32_t with(std::uint32_t set, std::uint32_t use);
  [[nodiscard]] std::size_t place_of(std::uint64_t hash) const;

  std::vector<Set> sets_;               // the first is the empty one
  std::vector<std::uint32_t> by_hash_;  // open addressing; 0: free. The size is a power of two
  std::vector<Step> steps_;
  std::vector<Slot> slots_;  // likewise
  std::size_t used_ = 0;     // of slots_
};

}  // namespace heddle
