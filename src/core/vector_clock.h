// What of every thread's past somebody knows.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/ids.h"

namespace heddle {

// The number of the last epoch of each thread that is known; 0: nothing of it is. Numbers of a thread grow.
class VectorClock {
 public:
  [[nodiscard]] [[gnu::always_inline]] inline std::uint32_t of(ThreadId thread) const {
    return thread.value < numbers_.size() ? numbers_.data()[thread.value] : 0;
  }
  void set(ThreadId thread, std::uint32_t number) {
    if (numbers_.size() <= thread.value) {
      numbers_.resize(thread.value + std::size_t{1}, 0);
    }
    numbers_[thread.value] = number;
  }
  void join(const VectorClock& other) {
    if (numbers_.size() < other.numbers_.size()) {
      numbers_.resize(other.numbers_.size(), 0);
    }
    for (std::size_t thread = 0; thread < other.numbers_.size(); ++thread) {
      numbers_[thread] = std::max(numbers_[thread], other.numbers_[thread]);
    }
  }
  // Keeps the memory.
  void assign(const VectorClock& other) { numbers_.assign(other.numbers_.begin(), other.numbers_.end()); }
  void clear() { numbers_.clear(); }
  // For long; a small one keeps its memory all the same.
  void release() {
    numbers_.clear();
    constexpr std::size_t kSmall = 16;
    if (numbers_.capacity() > kSmall) {
      std::vector<std::uint32_t>().swap(numbers_);
    }
  }
  [[nodiscard]] bool empty() const { return numbers_.empty(); }
  // Outside of itself.
  [[nodiscard]] std::size_t bytes() const { return numbers_.capacity() * sizeof(std::uint32_t); }

 private:
  std::vector<std::uint32_t> numbers_;
};

}  // namespace heddle
