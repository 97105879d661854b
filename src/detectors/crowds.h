// Accesses to one cell that do not fit into its two words: several threads read it, or access it atomically, or
// different bytes of it at different times.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace heddle {

struct NotedAccess {
  std::uint32_t word = 0;  // as in a cell
  bool writes = false;
  bool atomic = false;
};
using Crowd = std::vector<NotedAccess>;

// By numbers that grow over all executions, as epochs do: one from before this execution stands for nothing.
class Crowds {
 public:
  static constexpr std::uint32_t kLast = (std::uint32_t{1} << 27U) - 1;

  explicit Crowds(std::uint32_t last = kLast) : last_(last) {}

  // False: the numbers are used up; restart() when nothing refers to one.
  [[nodiscard]] bool begin() {
    first_ += static_cast<std::uint32_t>(used_);
    used_ = 0;
    free_.clear();
    return first_ < last_ / 2;
  }
  void restart() {
    first_ = 1;
    used_ = 0;
    free_.clear();
  }

  // nullptr: it is of another execution.
  [[nodiscard]] Crowd* find(std::uint32_t number) { return number < first_ ? nullptr : &crowds_[number - first_]; }
  // The number of an empty one.
  [[nodiscard]] std::uint32_t make() {
    if (!free_.empty()) {
      const std::uint32_t number = free_.back();
      free_.pop_back();
      return number;
    }
    if (used_ == crowds_.size()) {
      crowds_.emplace_back();
    }
    crowds_[used_].clear();
    return first_ + static_cast<std::uint32_t>(used_++);
  }
  void release(std::uint32_t number) {
    crowds_[number - first_].clear();
    free_.push_back(number);
  }
  [[nodiscard]] std::size_t bytes() const {
    std::size_t sum = crowds_.capacity() * sizeof(Crowd);
    for (const Crowd& crowd : crowds_) {
      sum += crowd.capacity() * sizeof(NotedAccess);
    }
    return sum;
  }

 private:
  std::uint32_t last_;
  std::uint32_t first_ = 1;
  std::size_t used_ = 0;
  std::vector<Crowd> crowds_;
  std::vector<std::uint32_t> free_;
};

}  // namespace heddle
