// The bodies of a search's records, and how they are read. For the sources of this folder.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "core/lease.h"
#include "core/options.h"

namespace heddle::search_records {

// The bodies of records begin with these.
struct RoundHead {
  std::uint32_t round;
  std::uint32_t more;     // not 0: there is a round, and its chunks follow
  std::uint32_t ended;    // of the round before: nothing was left
  std::uint32_t limited;  // ... stopped by the limit
  Order order;
  std::uint32_t bound;
  std::uint64_t limit;
  std::uint64_t chunks;
};

struct CommitHead {
  std::uint64_t lease;
  std::uint32_t end;
  std::uint32_t varied;
  std::uint32_t points;
  std::uint32_t stale;  // of a smaller point set: counts as made before
  Tally tally;
  std::uint64_t consumed;  // places of chunks, which follow
  std::uint64_t reached;   // entries, which follow
  std::uint64_t chunks;    // heads, then their bytes
};

struct Consumed {
  std::uint64_t key;
  std::uint64_t position;
};

struct StateHead {
  std::uint64_t before;
  std::uint64_t repeated;
  std::uint64_t next_lease;
  std::uint32_t growths;
  std::uint32_t varied;
  std::uint32_t round;
  std::uint32_t points;
  std::uint32_t in_round;
  std::uint32_t finished;
  Order order;
  std::uint32_t reserved;
  std::uint64_t rounds;  // which follow
};

struct StateRound {
  Tally tally;
  std::uint64_t limit;
  std::uint32_t bound;
  std::uint32_t ended;
  std::uint32_t limited;
  std::uint32_t reserved;
};

template <typename Value>
std::span<const std::byte> bytes_of(const Value& value) {
  return std::as_bytes(std::span(&value, 1));
}

// Takes plain values off the beginning of a body.
class Body {
 public:
  explicit Body(std::span<const std::byte> bytes) : bytes_(bytes) {}

  template <typename Value>
  [[nodiscard]] bool take(Value& value) {
    if (bytes_.size() < sizeof value) {
      return false;
    }
    std::memcpy(static_cast<void*>(&value), bytes_.data(), sizeof value);
    bytes_ = bytes_.subspan(sizeof value);
    return true;
  }

  template <typename Value>
  [[nodiscard]] bool take(std::vector<Value>& values, std::uint64_t count) {
    if (count > bytes_.size() / sizeof(Value)) {
      return false;
    }
    values.resize(count);
    if (count != 0) {
      std::memcpy(static_cast<void*>(values.data()), bytes_.data(), count * sizeof(Value));
    }
    bytes_ = bytes_.subspan(count * sizeof(Value));
    return true;
  }

  [[nodiscard]] std::size_t left() const { return bytes_.size(); }

 private:
  std::span<const std::byte> bytes_;
};

inline std::uint64_t total_bytes(std::span<const ChunkHead> heads) {
  std::uint64_t sum = 0;
  for (const ChunkHead& head : heads) {
    sum += head.bytes;
  }
  return sum;
}

inline auto is_at(std::uint64_t position) {
  return [position](const auto& chunk) { return chunk.position == position; };
}

}  // namespace heddle::search_records
