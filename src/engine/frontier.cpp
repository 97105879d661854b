#include "engine/frontier.h"

#include <cstring>
#include <utility>

namespace heddle {

namespace {

// Just below a power of two: allocators add a header.
constexpr std::size_t kBlockSize = (std::size_t{1} << 16U) - 64;
constexpr std::size_t kAlignment = 8;

}  // namespace

void Frontier::clear(Order order) {
  begin({.bound = ~std::uint32_t{0}, .order = order});
  reached_.clear();
}

void Frontier::begin(const LeaseTerms& terms) {
  order_ = terms.order;
  bound_ = terms.bound;
  last_key_ = terms.last_key;
  limit_ = terms.steps;
  spent_ = 0;
  size_ = 0;
  bytes_ = 0;
  cut_ = 0;
  growth_ = {};
  provocations_ = {};
  buckets_.clear();
  if (committed_ != nullptr) {
    reached_.clear();
  }
}

void Frontier::begin_branch(std::vector<ReachedEntry>& news) {
  size_ = 0;
  bytes_ = 0;
  cut_ = 0;
  growth_ = {};
  provocations_ = {};
  buckets_.clear();
  reached_.tell(&news);
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

std::size_t Frontier::size_of(std::size_t path_size, std::size_t payload_size) {
  const std::size_t content = sizeof(Record) + path_size * sizeof(Deviation) + payload_size + sizeof(std::uint64_t);
  return (content + kAlignment - 1) / kAlignment * kAlignment;
}

std::size_t Frontier::size_at(const std::byte* place) {
  Record record;
  std::memcpy(&record, place, sizeof record);
  return size_of(record.path_size, record.payload_size);
}

TargetView Frontier::view_at(const std::byte* place) {
  Record record;
  std::memcpy(&record, place, sizeof record);
  const std::byte* path = place + sizeof record;
  const std::byte* payload = path + record.path_size * sizeof(Deviation);
  return {.owner = record.owner,
          .round = record.round,
          .cost = record.cost,
          .deviations = record.deviations,
          .points = {record.points},
          .first = record.first,
          .count = record.count,
          .path = {reinterpret_cast<const Deviation*>(path), record.path_size},
          .payload = {payload, record.payload_size}};
}

void Frontier::add(const Target& target) {
  if (target.cost > bound_) {
    ++cut_;
    return;
  }
  const std::size_t path_bytes = target.path.size() * sizeof(Deviation);
  const std::size_t size = size_of(target.path.size(), target.payload.size());
  std::byte* place = reserve(buckets_[key(target)], size);
  const Record record{.first = target.first,
                      .count = target.count,
                      .owner = target.owner,
                      .round = target.round,
                      .cost = target.cost,
                      .deviations = target.deviations,
                      .points = target.points.value,
                      .path_size = static_cast<std::uint32_t>(target.path.size()),
                      .payload_size = static_cast<std::uint32_t>(target.payload.size())};
  std::memcpy(place, &record, sizeof record);
  if (path_bytes != 0) {
    std::memcpy(place + sizeof record, target.path.data(), path_bytes);
  }
  if (!target.payload.empty()) {
    std::memcpy(place + sizeof record + path_bytes, target.payload.data(), target.payload.size());
  }
  const auto trailer = static_cast<std::uint64_t>(size);
  std::memcpy(place + size - sizeof trailer, &trailer, sizeof trailer);
  ++size_;
  bytes_ += size;
}

// Space at the end of the bucket's last block, or of a new one.
std::byte* Frontier::reserve(Bucket& bucket, std::size_t bytes) {
  if (bucket.empty() || bucket.back().bytes.size() - bucket.back().used < bytes) {
    Block& fresh = bucket.emplace_back();
    if (bytes <= kBlockSize && !spare_.empty()) {
      fresh.bytes = std::move(spare_);
      spare_.clear();
    } else {
      fresh.bytes.resize(bytes <= kBlockSize ? kBlockSize : bytes);
    }
  }
  Block& block = bucket.back();
  std::byte* place = block.bytes.data() + block.used;
  block.used += bytes;
  return place;
}

void Frontier::drop_block(Bucket& bucket) {
  Block& block = bucket.back();
  if (spare_.empty() && block.bytes.size() == kBlockSize) {
    spare_ = std::move(block.bytes);
  }
  bucket.pop_back();
}

bool Frontier::take(Target& target) {
  if (size_ == 0 || spent_ >= limit_) {
    return false;
  }
  auto first = buckets_.begin();
  while (first->second.empty()) {
    first = buckets_.erase(first);
  }
  if (first->first > last_key_) {
    return false;
  }
  Bucket& bucket = first->second;
  Block& block = bucket.back();
  std::uint64_t size = 0;
  std::memcpy(&size, block.bytes.data() + block.used - sizeof size, sizeof size);
  block.used -= size;
  assign(target, view_at(block.bytes.data() + block.used));
  if (block.used == 0) {
    drop_block(bucket);
  }
  --size_;
  bytes_ -= size;
  return true;
}

bool Frontier::first_time(std::uint64_t hash, std::uint32_t cost, bool complete) {
  if (committed_ != nullptr && committed_->covers(hash, cost)) {
    return false;
  }
  return reached_.first_time(hash, cost, complete);
}

}  // namespace heddle
