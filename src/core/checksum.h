// A checksum over bytes, fast enough for all that is written: four lanes of eight bytes each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "core/hash.h"

namespace heddle {

[[nodiscard]] inline std::uint64_t checksum(std::span<const std::byte> bytes, std::uint64_t seed = 0) {
  constexpr std::uint64_t kFactor = 0x9e3779b97f4a7c15ULL;
  constexpr std::size_t kLanes = 4;
  std::uint64_t lanes[kLanes] = {seed ^ 1, seed ^ 2, seed ^ 3, seed ^ 4};
  const std::uint64_t size = bytes.size();
  const auto add = [&lanes](std::size_t lane, std::uint64_t word) {
    lanes[lane] = (lanes[lane] ^ word) * kFactor;
    lanes[lane] ^= lanes[lane] >> 32U;
  };
  for (; bytes.size() >= sizeof lanes; bytes = bytes.subspan(sizeof lanes)) {
    std::uint64_t words[kLanes];
    std::memcpy(words, bytes.data(), sizeof words);
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      add(lane, words[lane]);
    }
  }
  while (!bytes.empty()) {
    std::uint64_t word = 0;
    const std::size_t taken = bytes.size() < sizeof word ? bytes.size() : sizeof word;
    std::memcpy(&word, bytes.data(), taken);
    add(0, word);
    bytes = bytes.subspan(taken);
  }
  std::uint64_t sum = size;
  for (const std::uint64_t lane : lanes) {
    sum = combine(sum, lane);
  }
  return sum;
}

}  // namespace heddle
