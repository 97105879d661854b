// A checksum over bytes, fast enough for all that is written. Notices every change within eight bytes, others but for
// one in 2^64.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "core/hash.h"

namespace heddle {

// Four independent lanes of eight bytes, since a multiplication takes three times as long as it occupies the processor.
// Each step is a bijection of the lane and of the word, so no change of a single word is lost. The word is multiplied
// too: otherwise a flipped topmost bit would stay a single bit, which one more flipped bit could undo.
class Checksum {
 public:
  void add(std::span<const std::byte> bytes) {
    size_ += bytes.size();
    if (held_ > 0) {
      const std::size_t taken = std::min(bytes.size(), kBlock - held_);
      hold(bytes.first(taken));
      bytes = bytes.subspan(taken);
      if (held_ < kBlock) {
        return;
      }
      absorb(block_);
      held_ = 0;
    }
    const std::size_t whole = bytes.size() / kBlock * kBlock;
    absorb(bytes.first(whole));
    hold(bytes.subspan(whole));
  }

  [[nodiscard]] std::uint64_t finish() {
    if (held_ > 0) {
      std::fill(block_.begin() + held_, block_.end(), std::byte{0});
      absorb(block_);
    }
    std::uint64_t result = size_;
    for (const std::uint64_t lane : lanes_) {
      result = combine(result, lane);
    }
    return result;
  }

 private:
  static constexpr std::size_t kLanes = 4;
  static constexpr std::size_t kBlock = kLanes * sizeof(std::uint64_t);

  void hold(std::span<const std::byte> bytes) {
    std::ranges::copy(bytes, block_.begin() + held_);
    held_ += bytes.size();
  }

  void absorb(std::span<const std::byte> blocks) {
    constexpr std::uint64_t kOfWord = 0x9e3779b97f4a7c15;
    constexpr std::uint64_t kOfLane = 0xd6e8feb86659fd93;
    std::array<std::uint64_t, kLanes> lanes = lanes_;
    for (std::size_t at = 0; at < blocks.size(); at += kBlock) {
      std::array<std::uint64_t, kLanes> words;
      std::memcpy(words.data(), blocks.data() + at, kBlock);
      for (std::size_t i = 0; i < kLanes; ++i) {
        lanes[i] = (std::rotl(lanes[i], 29) ^ (words[i] * kOfWord)) * kOfLane;
      }
    }
    lanes_ = lanes;
  }

  std::array<std::uint64_t, kLanes> lanes_{mix(1), mix(2), mix(3), mix(4)};
  std::array<std::byte, kBlock> block_{};
  std::size_t held_ = 0;  // bytes in block_
  std::uint64_t size_ = 0;
};

[[nodiscard]] inline std::uint64_t checksum(std::span<const std::byte> bytes) {
  Checksum sum;
  sum.add(bytes);
  return sum.finish();
}

// The same as of all of them in one piece.
[[nodiscard]] inline std::uint64_t checksum_of_parts(std::span<const std::span<const std::byte>> parts) {
  Checksum sum;
  for (const std::span<const std::byte> part : parts) {
    sum.add(part);
  }
  return sum.finish();
}

}  // namespace heddle
