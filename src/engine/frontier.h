// What is left to explore of a lease.
//
// Targets lie in buckets, one per (deviations, cost), and the first bucket that has any is emptied first; inside a
// bucket the last one in comes first. They are kept as bytes in blocks: millions of them cost no allocation each.
//
// Private to a worker: no lock, no system call.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "core/lease.h"
#include "core/order.h"
#include "core/target.h"
#include "engine/reached.h"
#include "engine/target_codec.h"

namespace heddle {

class Frontier {
 public:
  // `memory`: of what was reached. With `committed`, what is newly reached belongs to the lease.
  explicit Frontier(std::uint64_t memory = ~std::uint64_t{0}, const CommittedReached* committed = nullptr)
      : reached_(memory), committed_(committed) {}

  // Starts a round: nothing is left, nothing was seen, nothing was cut.
  void clear(Order order);
  // Starts a lease: nothing is left but what is added now.
  void begin(const LeaseTerms& terms);
  // In a copy of the process that makes one execution: what is added from now on is what came of that. New entries of
  // what was reached go to `news`.
  void begin_branch(std::vector<ReachedEntry>& news);
  void add(const ReachedEntry& entry) { reached_.add(entry); }
  // What is reached from here on is so by one execution. It begins again: that was not reached.
  void begin_execution() { reached_.keep(); }
  void begin_execution_again() { reached_.take_back(); }
  // The limit of steps is reached.
  [[nodiscard]] bool is_spent() const { return spent_ >= limit_; }
  // From now on targets of a higher cost are counted and dropped.
  void cut(std::uint32_t cost) { bound_ = cost; }
  // From now on so many steps may be spent, then nothing is handed out any more.
  void limit(std::uint64_t steps) { limit_ = steps; }
  void spend(std::uint64_t steps) { spent_ += steps; }

  void add(const Target& target);
  // `count` targets that were not even made, for they would cost more than the bound.
  void add_cut(std::uint64_t count) { cut_ += count; }
  // What the strategy knows of how it goes on.
  [[nodiscard]] Growth& growth() { return growth_; }
  // ... of suspects.
  [[nodiscard]] Provocations& provocations() { return provocations_; }
  // The next target; false when there is none, or the limit is reached.
  [[nodiscard]] bool take(Target& target);

  // [CB]'s `reached`: true unless the same was reached before at no higher cost.
  bool first_time(std::uint64_t hash, std::uint32_t cost) { return first_time(hash, cost, /*complete=*/false); }
  // The same for whole executions.
  bool first_end(std::uint64_t hash) { return first_time(mix(hash), 0, /*complete=*/true); }

  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }
  [[nodiscard]] std::uint64_t cut_count() const { return cut_; }
  [[nodiscard]] Order order() const { return order_; }
  [[nodiscard]] std::uint32_t bound() const { return bound_; }
  [[nodiscard]] std::uint64_t limit() const { return limit_; }
  [[nodiscard]] const Reached& reached() const { return reached_; }

  // `visit(key, view)` for all that is left, in the order of the keys and as they were added.
  template <typename Visit>
  void for_each(Visit&& visit) const;

 private:
  // A target in a block: this, path, payload, padding, and the size of all for a reader that comes from the end.
  struct Record {
    std::uint64_t first;
    std::uint64_t count;
    std::uint32_t owner;
    std::uint32_t round;
    std::uint32_t cost;
    std::uint32_t deviations;
    std::uint32_t points;
    std::uint32_t path_size;  // deviations
    std::uint32_t payload_size;
  };
  struct Block {
    std::vector<std::byte> bytes;
    std::size_t used = 0;
  };
  using Bucket = std::vector<Block>;

  [[nodiscard]] static TargetView view_at(const std::byte* place);
  [[nodiscard]] static std::size_t size_at(const std::byte* place);
  [[nodiscard]] static std::size_t size_of(std::size_t path_size, std::size_t payload_size);
  [[nodiscard]] std::uint64_t key(const Target& target) const;
  std::byte* reserve(Bucket& bucket, std::size_t bytes);
  void drop_block(Bucket& bucket);
  bool first_time(std::uint64_t hash, std::uint32_t cost, bool complete);

  Order order_ = Order::kDeviations;
  std::uint32_t bound_ = ~std::uint32_t{0};
  std::uint64_t last_key_ = kUnlimited;
  std::uint64_t limit_ = kUnlimited;
  std::uint64_t spent_ = 0;
  std::uint64_t size_ = 0;
  std::uint64_t bytes_ = 0;
  std::uint64_t cut_ = 0;
  Growth growth_{};
  Provocations provocations_{};
  std::map<std::uint64_t, Bucket> buckets_;
  std::vector<std::byte> spare_;  // one block kept back: a stack that goes up and down over a border costs nothing
  Reached reached_;
  const CommittedReached* committed_;
};

template <typename Visit>
void Frontier::for_each(Visit&& visit) const {
  for (const auto& [key, bucket] : buckets_) {
    for (const Block& block : bucket) {
      for (std::size_t at = 0; at < block.used; at += size_at(block.bytes.data() + at)) {
        visit(key, view_at(block.bytes.data() + at));
      }
    }
  }
}

}  // namespace heddle
