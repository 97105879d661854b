// What is left to explore.
//
// Targets lie in buckets, one per (deviations, cost), and the first bucket that has any is emptied first; inside a
// bucket the last one in comes first. They are kept as bytes in chunks: millions of them cost no allocation each, and a
// chunk that does not fit into memory goes to disk as it is.
//
// Private to a worker: no lock, and no system call but for what goes to disk.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "core/options.h"
#include "core/target.h"
#include "engine/reached.h"

namespace heddle {

// Where chunks go that do not fit into memory. A slot holds Frontier::kChunkSize bytes.
class SpillStore {
 public:
  virtual ~SpillStore() = default;
  // False when it cannot: no space, or an error of the device.
  [[nodiscard]] virtual bool write(std::uint64_t slot, std::span<const std::byte> chunk) = 0;
  [[nodiscard]] virtual bool read(std::uint64_t slot, std::span<std::byte> chunk) = 0;
};

class Frontier {
 public:
  // Just below a power of two: allocators add a header.
  static constexpr std::size_t kChunkSize = (std::size_t{1} << 16U) - 64;

  // `memory` bytes of targets are kept; the rest goes to `spill`, if there is one.
  explicit Frontier(std::uint64_t memory = ~std::uint64_t{0}, SpillStore* spill = nullptr)
      : memory_(memory), spill_(spill), reached_(memory) {}

  // Starts a round: nothing is left, nothing was seen, nothing was cut.
  void clear(Order order);
  // From now on targets of a higher cost are counted and dropped.
  void cut(std::uint32_t cost) { bound_ = cost; }
  // From now on so many steps may be spent, then nothing is handed out any more.
  void limit(std::uint64_t steps) { limit_ = steps; }
  void spend(std::uint64_t steps) { spent_ += steps; }

  void add(const Target& target);
  // `count` targets that were not even made, for they would cost more than the bound.
  void add_cut(std::uint64_t count) { cut_ += count; }
  // The next target; false when there is none, the limit is reached, or the store failed.
  [[nodiscard]] bool take(Target& target);

  // [CB]'s `reached`: true unless the same was reached before at no higher cost.
  bool first_time(std::uint64_t hash, std::uint32_t cost) { return reached_.first_time(hash, cost); }

  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] std::uint64_t cut_count() const { return cut_; }
  [[nodiscard]] std::uint32_t bound() const { return bound_; }
  [[nodiscard]] std::uint64_t limit() const { return limit_; }
  // Targets were lost: the store could not be written or read. Nothing may be called complete.
  [[nodiscard]] bool failed() const { return failed_; }
  [[nodiscard]] std::uint64_t spilled_bytes() const { return spilled_chunks_ * kChunkSize; }

 private:
  struct Chunk {
    std::vector<std::byte> bytes;  // empty while it is on disk
    std::uint64_t slot = kInMemory;
    std::size_t used = 0;
  };
  static constexpr std::uint64_t kInMemory = ~std::uint64_t{0};
  using Bucket = std::vector<Chunk>;

  [[nodiscard]] std::uint64_t key(const Target& target) const;
  std::byte* reserve(Bucket& bucket, std::size_t bytes);
  void drop_chunk(Bucket& bucket);
  bool load(Chunk& chunk);
  void make_room();
  [[nodiscard]] bool spill_one();
  [[nodiscard]] bool spill(Chunk& chunk);

  std::uint64_t memory_;
  SpillStore* spill_;
  Order order_ = Order::kDeviations;
  std::uint32_t bound_ = ~std::uint32_t{0};
  std::uint64_t limit_ = ~std::uint64_t{0};
  std::uint64_t spent_ = 0;
  std::uint64_t size_ = 0;
  std::uint64_t cut_ = 0;
  bool failed_ = false;
  std::map<std::uint64_t, Bucket> buckets_;
  std::vector<std::byte> spare_;  // one chunk kept back: a stack that goes up and down over a border costs nothing
  std::uint64_t in_memory_ = 0;
  std::uint64_t spilled_chunks_ = 0;
  std::uint64_t next_slot_ = 0;
  std::vector<std::uint64_t> free_slots_;
  Reached reached_;
};

}  // namespace heddle
