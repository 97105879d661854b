// Chunks of targets: what a lease brings, what a commit leaves, and what the log on disk keeps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/lease.h"
#include "engine/frontier.h"
#include "engine/target_codec.h"

namespace heddle {

// Targets as chunks. Each has at most so many targets.
class ChunkWriter {
 public:
  ChunkWriter(std::vector<ChunkHead>& heads, std::vector<std::byte>& bytes, std::size_t most)
      : heads_(heads), bytes_(bytes), encoder_(bytes), most_(most) {}
  void put(std::uint64_t key, const TargetView& target);

 private:
  std::vector<ChunkHead>& heads_;
  std::vector<std::byte>& bytes_;
  TargetEncoder encoder_;
  std::size_t most_;
};

inline constexpr std::size_t kChunkTargets = 128;

// All that is left in a frontier; where it is to be shared, in at least so many chunks if there are as many executions.
void write_chunks(const Frontier& frontier, std::size_t pieces, std::vector<ChunkHead>& heads,
                  std::vector<std::byte>& bytes);
// Adds what a lease brings. False: it makes no sense.
[[nodiscard]] bool read_chunks(std::span<const ChunkHead> heads, std::span<const std::byte> bytes, Frontier& frontier);
// Whether it can be read, and is what the heads say.
[[nodiscard]] bool are_sound(std::span<const ChunkHead> heads, std::span<const std::byte> bytes);

}  // namespace heddle
