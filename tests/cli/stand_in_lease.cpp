#include "stand_in_lease.h"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <span>

#include "core/checksum.h"
#include "engine/chunks.h"
#include "engine/search.h"
#include "engine/target_codec.h"

namespace heddle::stand_in {
namespace {

// Where others have nothing to do.
constexpr std::size_t kPieces = 16;

segment::LeaseSlot& slot() { return the_segment->lease; }

bool is_stopped() { return the_segment->request.hunt.stop.load() != 0; }

}  // namespace

bool await_lease() {
  auto* word = reinterpret_cast<std::uint32_t*>(&slot().state);
  for (;;) {
    const segment::LeaseState seen = slot().state.load();
    if (is_stopped()) {
      return false;
    }
    if (seen == segment::LeaseState::kGiven) {
      return true;
    }
    ::syscall(SYS_futex, word, FUTEX_WAIT, static_cast<std::uint32_t>(seen), nullptr, nullptr, 0);
  }
}

Work::Work(std::uint64_t size) {
  the_segment->result.hunt.finding_bytes = 0;
  const std::span heads(reinterpret_cast<const ChunkHead*>(segment::lease(the_segment)), slot().chunk_count);
  std::span<const std::byte> bytes(segment::lease(the_segment) + heads.size_bytes(), slot().chunk_bytes);
  for (const ChunkHead& head : heads) {
    TargetDecoder decoder(bytes.first(head.bytes));
    bytes = bytes.subspan(head.bytes);
    key_ = head.key;
    for (Target target; decoder.take(target);) {
      Range range{.first = 1, .last = size};  // the root of a round says nothing more
      (void)target.get_payload(range);
      left_.push_back(range);
    }
  }
}

std::uint64_t Work::next() {
  ++the_segment->result.heartbeat;
  slot().begun = made_ + 1;
  stopped_ = slot().wanted.load() != segment::Wanted::kNot || is_stopped();
  if (stopped_ || left_.empty() || made_ == slot().terms.executions) {
    return kNoExecution;
  }
  ++made_;
  Range& range = left_.back();
  const std::uint64_t execution = range.first++;
  if (range.first > range.last) {
    left_.pop_back();
  }
  return execution;
}

// The first execution stands alone: what it does to its process costs no other.
void Work::put(Range range, std::size_t pieces, std::vector<Range>& to) {
  const std::uint64_t rest = range.last - range.first;
  for (std::size_t piece = pieces; rest != 0 && piece > 0; --piece) {
    const Range part{.first = range.first + 1 + rest * (piece - 1) / pieces,
                     .last = range.first + rest * piece / pieces};
    if (part.first <= part.last) {
      to.push_back(part);
    }
  }
  to.push_back({.first = range.first, .last = range.first});
}

void Work::commit(LeaseEnd end, Damage damage) {
  const bool shared = slot().wanted.load() == segment::Wanted::kShared;
  std::vector<Range> ranges;
  for (const Range& range : left_) {
    put(range, shared ? kPieces : 1, ranges);
  }
  std::vector<ChunkHead> heads;
  std::vector<std::byte> bytes;
  ChunkWriter writer(heads, bytes, shared ? 1 : kChunkTargets);
  for (const Range& range : ranges) {
    Target target;
    target.round = slot().terms.round;
    target.points.value = slot().terms.points;
    target.count = range.last - range.first + 1;
    target.set_payload(range);
    writer.put(key_, view_of(target));
  }
  if (damage == Damage::kChunks) {
    heads.push_back({.key = key_, .weight = 1, .targets = 1, .bytes = 1});
  }
  std::byte* area = segment::commit(the_segment);
  const std::span<const std::byte> head_bytes = std::as_bytes(std::span(heads));
  std::ranges::copy(head_bytes, area);
  std::ranges::copy(bytes, area + head_bytes.size());
  slot().end = end;
  slot().varied = end == LeaseEnd::kNondeterministic ? 1 : 0;
  slot().tally = tally;
  slot().reached_count = 0;
  slot().left_count = damage == Damage::kCount ? segment::kCommitCapacity : heads.size();
  slot().left_bytes = bytes.size();
  slot().checksum = checksum({area, head_bytes.size() + bytes.size()}) + (damage == Damage::kBytes ? 1 : 0);
  slot().state = segment::LeaseState::kCommitted;
  const std::uint64_t one = 1;
  (void)!::write(the_segment->request.hunt.bell_descriptor, &one, sizeof one);
}

}  // namespace heddle::stand_in
