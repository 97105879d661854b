#include "engine/target_codec.h"

#include <algorithm>

namespace heddle {

namespace {

constexpr unsigned kBits = 7;
constexpr std::uint64_t kMore = 1U << kBits;

// Seven bits a byte, the lowest first; the highest bit says that more follow.
void put_number(std::vector<std::byte>& bytes, std::uint64_t value) {
  for (; value >= kMore; value >>= kBits) {
    bytes.push_back(static_cast<std::byte>(value | kMore));
  }
  bytes.push_back(static_cast<std::byte>(value));
}

void put_word(std::vector<std::byte>& bytes, std::uint32_t value) {
  for (unsigned shift = 0; shift < 32; shift += 8) {
    bytes.push_back(static_cast<std::byte>(value >> shift));
  }
}

bool take_word(std::span<const std::byte>& bytes, std::uint32_t& value) {
  if (bytes.size() < sizeof value) {
    return false;
  }
  value = 0;
  for (unsigned index = 0; index < sizeof value; ++index) {
    value |= std::to_integer<std::uint32_t>(bytes[index]) << (8 * index);
  }
  bytes = bytes.subspan(sizeof value);
  return true;
}

}  // namespace

void TargetEncoder::put(const TargetView& target) {
  const auto [own, ignored] = std::ranges::mismatch(target.path, last_);
  put_number(bytes_, static_cast<std::uint64_t>(own - target.path.begin()));
  put_number(bytes_, static_cast<std::uint64_t>(target.path.end() - own));
  for (const Deviation& deviation : std::span(own, target.path.end())) {
    put_number(bytes_, deviation.point);
    put_number(bytes_, deviation.take.thread.value);
    put_number(bytes_, deviation.take.variant);
    put_word(bytes_, deviation.check);
    put_word(bytes_, deviation.prefix);
  }
  put_number(bytes_, target.owner);
  put_number(bytes_, target.round);
  put_number(bytes_, target.cost);
  put_number(bytes_, target.deviations);
  put_number(bytes_, target.points.value);
  put_number(bytes_, target.first);
  put_number(bytes_, target.count);
  put_number(bytes_, target.payload.size());
  bytes_.insert(bytes_.end(), target.payload.begin(), target.payload.end());
  last_.assign(target.path.begin(), target.path.end());
}

bool TargetDecoder::number(std::uint64_t& value) {
  value = 0;
  for (unsigned shift = 0; shift < 64 && !bytes_.empty(); shift += kBits) {
    const auto byte = std::to_integer<std::uint64_t>(bytes_.front());
    bytes_ = bytes_.subspan(1);
    value |= (byte & (kMore - 1)) << shift;
    if (byte < kMore) {
      return true;
    }
  }
  return false;
}

bool TargetDecoder::number(std::uint32_t& value) {
  std::uint64_t wide = 0;
  const bool taken = number(wide) && wide <= ~std::uint32_t{0};
  value = static_cast<std::uint32_t>(wide);
  return taken;
}

bool TargetDecoder::take(Target& target) {
  if (bytes_.empty() || failed_) {
    return false;
  }
  failed_ = !take_whole(target);
  return !failed_;
}

bool TargetDecoder::take_whole(Target& target) {
  std::uint64_t common = 0;
  std::uint64_t own = 0;
  if (!number(common) || !number(own) || common > last_.size() || own > bytes_.size()) {
    return false;
  }
  last_.resize(common + own);
  for (std::uint64_t index = common; index < last_.size(); ++index) {
    Deviation& deviation = last_[index];
    std::uint32_t thread = 0;
    std::uint32_t variant = 0;
    if (!number(deviation.point) || !number(thread) || !number(variant) || thread > 0xffff || variant > 0xffff ||
        !take_word(bytes_, deviation.check) || !take_word(bytes_, deviation.prefix)) {
      return false;
    }
    deviation.take.thread.value = static_cast<std::uint16_t>(thread);
    deviation.take.variant = static_cast<Variant>(variant);
  }
  std::uint64_t payload = 0;
  if (!number(target.owner) || !number(target.round) || !number(target.cost) || !number(target.deviations) ||
      !number(target.points.value) || !number(target.first) || !number(target.count) || target.count == 0 ||
      !number(payload) || payload > bytes_.size()) {
    return false;
  }
  target.path = last_;
  target.payload.assign(bytes_.begin(), bytes_.begin() + static_cast<std::ptrdiff_t>(payload));
  bytes_ = bytes_.subspan(payload);
  return true;
}

}  // namespace heddle
