// Pairs of groups of accesses that conflict, and where they met. The second step of find_conflicts().
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "monitor/word_sets.h"

namespace heddle {

class ConflictPairs {
 public:
  struct Pair {
    std::uint32_t one = 0;
    std::uint32_t other = 0;  // the larger one
    WordMoment first;
    WordMoment last;
    std::uint64_t meetings = 0;
  };

  ConflictPairs(std::uint32_t per_pair, std::size_t most);

  // Two groups met at so many words, first here and last there.
  void add(std::uint32_t one, std::uint32_t other, const WordSets::Step& step);

  [[nodiscard]] const std::vector<Pair>& pairs() const { return pairs_; }
  // Of a pair, the first ones in order, if more than two are wanted of each; otherwise none.
  [[nodiscard]] const std::vector<WordMoment>& early(std::size_t pair) const { return early_[pair]; }
  [[nodiscard]] std::uint64_t left_out() const { return left_out_; }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  [[nodiscard]] std::size_t slot_of(std::uint32_t one, std::uint32_t other) const;
  // kNone: there are too many.
  [[nodiscard]] std::uint32_t find(std::uint32_t one, std::uint32_t other);
  void keep_early(std::vector<WordMoment>& early, const WordMoment& moment) const;

  std::uint32_t per_pair_;
  std::size_t most_;
  std::vector<Pair> pairs_;
  std::vector<std::vector<WordMoment>> early_;
  std::vector<std::uint32_t> slots_;  // pair + 1, open addressing; 0: free. The size is a power of two
  std::uint64_t left_out_ = 0;
};

}  // namespace heddle
