#include "engine/chunks.h"

#include <algorithm>
#include <utility>

namespace heddle {

namespace {

constexpr std::size_t kChunkBytes = std::size_t{32} << 10U;

}  // namespace

void ChunkWriter::put(std::uint64_t key, const TargetView& target) {
  if (heads_.empty() || heads_.back().key != key || heads_.back().targets >= most_ ||
      heads_.back().bytes >= kChunkBytes) {
    heads_.push_back({.key = key});
    encoder_.begin();
  }
  const std::size_t before = bytes_.size();
  encoder_.put(target);
  ChunkHead& head = heads_.back();
  ++head.targets;
  head.weight += std::min(weight_of(target.count), kUnlimited - head.weight);
  head.bytes += static_cast<std::uint32_t>(bytes_.size() - before);
}

namespace {

// The halves of halves, down to so many pieces. The later ones first: the last one in comes out first.
void put_in_pieces(ChunkWriter& writer, std::uint64_t key, Target target, std::size_t pieces) {
  Target other;
  if (pieces < 2 || !halve(target, other)) {
    writer.put(key, view_of(target));
    return;
  }
  put_in_pieces(writer, key, std::move(other), pieces / 2);
  put_in_pieces(writer, key, std::move(target), pieces - pieces / 2);
}

}  // namespace

void write_chunks(const Frontier& frontier, std::size_t pieces, std::vector<ChunkHead>& heads,
                  std::vector<std::byte>& bytes) {
  const std::size_t size = frontier.size();
  const std::size_t most = pieces < 2 ? kChunkTargets : std::clamp<std::size_t>(size / pieces, 1, kChunkTargets);
  const std::size_t splits = size == 0 || pieces <= size ? 1 : (pieces + size - 1) / size;
  ChunkWriter writer(heads, bytes, most);
  Target whole;
  frontier.for_each([&](std::uint64_t key, const TargetView& view) {
    if (splits > 1) {
      assign(whole, view);
      put_in_pieces(writer, key, whole, splits);
    } else {
      writer.put(key, view);
    }
  });
}

bool read_chunks(std::span<const ChunkHead> heads, std::span<const std::byte> bytes, Frontier& frontier) {
  Target target;
  for (const ChunkHead& head : heads) {
    if (head.bytes > bytes.size()) {
      return false;
    }
    TargetDecoder decoder(bytes.first(head.bytes));
    bytes = bytes.subspan(head.bytes);
    while (decoder.take(target)) {
      frontier.add(target);
    }
    if (!decoder.at_end()) {
      return false;
    }
  }
  return true;
}

bool are_sound(std::span<const ChunkHead> heads, std::span<const std::byte> bytes) {
  Target target;
  for (const ChunkHead& head : heads) {
    if (head.bytes > bytes.size()) {
      return false;
    }
    TargetDecoder decoder(bytes.first(head.bytes));
    bytes = bytes.subspan(head.bytes);
    ChunkHead seen{.key = head.key, .bytes = head.bytes};
    while (decoder.take(target)) {
      const bool in_order = std::ranges::adjacent_find(target.path, [](const Deviation& one, const Deviation& next) {
                              return one.point >= next.point;
                            }) == target.path.end();
      if (!in_order) {
        return false;
      }
      ++seen.targets;
      seen.weight += std::min(weight_of(target.count), kUnlimited - seen.weight);
    }
    if (!decoder.at_end() || seen.targets == 0 || seen.targets != head.targets || seen.weight != head.weight) {
      return false;
    }
  }
  return bytes.empty();
}

}  // namespace heddle
