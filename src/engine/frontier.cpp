#include "engine/frontier.h"

#include <cstring>
#include <ranges>
#include <utility>

namespace heddle {

namespace {

// A target in a chunk: path, payload, then this. It stands last, for a stack is read from its end.
struct Record {
  std::uint32_t round;
  std::uint32_t cost;
  std::uint32_t deviations;
  std::uint32_t points;
  std::uint32_t path_size;  // deviations
  std::uint32_t payload_size;
};

}  // namespace

void Frontier::clear(Order order) {
  order_ = order;
  bound_ = ~std::uint32_t{0};
  limit_ = ~std::uint64_t{0};
  spent_ = 0;
  size_ = 0;
  cut_ = 0;
  buckets_.clear();
  in_memory_ = 0;
  spilled_chunks_ = 0;
  next_slot_ = 0;
  free_slots_.clear();
  reached_.clear();
}

std::uint64_t Frontier::key(const Target& target) const {
  switch (order_) {
    case Order::kDeviations:
      return (std::uint64_t{target.deviations} << 32U) | target.cost;
    case Order::kCost:
      return (std::uint64_t{target.cost} << 32U) | target.deviations;
    case Order::kDepth:
      break;
  }
  return 0;
}

void Frontier::add(const Target& target) {
  if (target.cost > bound_) {
    ++cut_;
    return;
  }
  const std::size_t path_bytes = target.path.size() * sizeof(Deviation);
  std::byte* place = reserve(buckets_[key(target)], path_bytes + target.payload.size() + sizeof(Record));
  if (path_bytes != 0) {
    std::memcpy(place, target.path.data(), path_bytes);
    place += path_bytes;
  }
  if (!target.payload.empty()) {
    std::memcpy(place, target.payload.data(), target.payload.size());
    place += target.payload.size();
  }
  const Record record{.round = target.round,
                      .cost = target.cost,
                      .deviations = target.deviations,
                      .points = target.points.value,
                      .path_size = static_cast<std::uint32_t>(target.path.size()),
                      .payload_size = static_cast<std::uint32_t>(target.payload.size())};
  std::memcpy(place, &record, sizeof record);
  ++size_;
  if (in_memory_ > memory_) {
    make_room();
  }
}

// Space at the end of the bucket's last chunk, or of a new one.
std::byte* Frontier::reserve(Bucket& bucket, std::size_t bytes) {
  if (bucket.empty() || bucket.back().slot != kInMemory || bucket.back().bytes.size() - bucket.back().used < bytes) {
    Chunk& fresh = bucket.emplace_back();
    if (bytes <= kChunkSize && !spare_.empty()) {
      fresh.bytes = std::move(spare_);
      spare_.clear();
    } else {
      fresh.bytes.resize(bytes <= kChunkSize ? kChunkSize : bytes);
    }
    in_memory_ += fresh.bytes.size();
  }
  Chunk& chunk = bucket.back();
  std::byte* place = chunk.bytes.data() + chunk.used;
  chunk.used += bytes;
  return place;
}

void Frontier::drop_chunk(Bucket& bucket) {
  Chunk& chunk = bucket.back();
  in_memory_ -= chunk.bytes.size();
  if (spare_.empty() && chunk.bytes.size() == kChunkSize) {
    spare_ = std::move(chunk.bytes);
  }
  bucket.pop_back();
}

bool Frontier::take(Target& target) {
  if (size_ == 0 || spent_ >= limit_ || failed_) {
    return false;
  }
  auto first = buckets_.begin();
  while (first->second.empty()) {
    first = buckets_.erase(first);
  }
  Bucket& bucket = first->second;
  Chunk& chunk = bucket.back();
  if (chunk.slot != kInMemory && !load(chunk)) {
    failed_ = true;
    return false;
  }
  Record record;
  chunk.used -= sizeof record;
  std::memcpy(&record, chunk.bytes.data() + chunk.used, sizeof record);
  target.round = record.round;
  target.cost = record.cost;
  target.deviations = record.deviations;
  target.points = {record.points};
  target.payload.resize(record.payload_size);
  chunk.used -= record.payload_size;
  if (record.payload_size != 0) {
    std::memcpy(target.payload.data(), chunk.bytes.data() + chunk.used, record.payload_size);
  }
  target.path.resize(record.path_size);
  const std::size_t path_bytes = record.path_size * sizeof(Deviation);
  chunk.used -= path_bytes;
  if (path_bytes != 0) {
    std::memcpy(static_cast<void*>(target.path.data()), chunk.bytes.data() + chunk.used, path_bytes);
  }
  if (chunk.used == 0) {
    drop_chunk(bucket);
  }
  --size_;
  return true;
}

bool Frontier::load(Chunk& chunk) {
  chunk.bytes.resize(kChunkSize);
  if (!spill_->read(chunk.slot, chunk.bytes)) {
    return false;
  }
  free_slots_.push_back(chunk.slot);
  chunk.slot = kInMemory;
  in_memory_ += kChunkSize;
  --spilled_chunks_;
  return true;
}

void Frontier::make_room() {
  while (spill_ != nullptr && in_memory_ > memory_ && spill_one()) {
  }
}

// The chunk that will be needed last: of the last bucket, the oldest. The youngest of a bucket stays: it is written to.
bool Frontier::spill_one() {
  for (auto& [key, bucket] : std::views::reverse(buckets_)) {
    for (Chunk& chunk : std::span(bucket).first(bucket.empty() ? 0 : bucket.size() - 1)) {
      if (chunk.slot == kInMemory && chunk.bytes.size() == kChunkSize) {
        return spill(chunk);
      }
    }
  }
  return false;
}

bool Frontier::spill(Chunk& chunk) {
  const std::uint64_t slot = free_slots_.empty() ? next_slot_ : free_slots_.back();
  if (!spill_->write(slot, chunk.bytes)) {
    failed_ = true;
    return false;
  }
  if (free_slots_.empty()) {
    ++next_slot_;
  } else {
    free_slots_.pop_back();
  }
  chunk.slot = slot;
  chunk.bytes = {};
  in_memory_ -= kChunkSize;
  ++spilled_chunks_;
  return true;
}

}  // namespace heddle
