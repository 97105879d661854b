// Epochs: the stretches of a thread between two moments at which others may learn of what it did.
//
// An epoch is a number, so that an access is noted in one word and compared with one comparison. Numbers grow for ever,
// over all executions: whatever has a number from before this execution is over, so nothing has to be cleared between
// executions. Threads take numbers by the sixteen, so that the table of whose they are is small.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/ids.h"

namespace heddle {

class Epochs {
 public:
  // So many bits are left for what else an access's word says.
  static constexpr unsigned kBits = 28;
  static constexpr std::uint32_t kLast = (std::uint32_t{1} << kBits) - 1;

  // Up to `last`.
  explicit Epochs(std::uint32_t last = kLast) : last_(last) {}

  // False: the numbers are used up; what was noted with them has to be cleared, and restart() called.
  [[nodiscard]] bool begin() {
    next_ = (next_ + kChunk - 1) / kChunk * kChunk;
    first_ = next_;
    owners_.clear();
    chunks_.clear();
    return next_ < last_ / 2;
  }
  void restart() {
    next_ = first_ = kChunk;
    owners_.clear();
    chunks_.clear();
  }

  // A new one of the thread; 0: there are none left.
  [[nodiscard]] std::uint32_t make(ThreadId thread) {
    if (chunks_.size() <= thread.value) {
      chunks_.resize(thread.value + std::size_t{1}, 0);
    }
    std::uint32_t& number = chunks_[thread.value];
    if (number % kChunk != 0) {
      return number++;
    }
    if (next_ >= last_ - kChunk) {
      return 0;
    }
    owners_.push_back(thread);
    number = next_ + 1;
    next_ += kChunk;
    return number - 1;
  }

  [[nodiscard]] bool is_old(std::uint32_t number) const { return number < first_; }
  // Of one that is not old.
  [[nodiscard]] [[gnu::always_inline]] inline ThreadId owner(std::uint32_t number) const {
    return owners_.data()[(number - first_) / kChunk];
  }
  [[nodiscard]] std::size_t bytes() const { return owners_.capacity() * sizeof(ThreadId); }

 private:
  static constexpr std::uint32_t kChunk = 16;

  std::uint32_t last_;
  std::uint32_t next_ = kChunk;   // 0 is no epoch
  std::uint32_t first_ = kChunk;  // of this execution
  std::vector<ThreadId> owners_;
  std::vector<std::uint32_t> chunks_;  // by thread: its next number; a multiple of kChunk: it needs more
};

}  // namespace heddle
