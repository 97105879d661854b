#include "cli/search/worker.h"

#include <linux/futex.h>
#include <signal.h>  // NOLINT(modernize-deprecated-headers): kill
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <climits>
#include <cstring>

#include "core/checksum.h"

namespace heddle::cli {

void Worker::wake() const {
  ::syscall(SYS_futex, reinterpret_cast<std::uint32_t*>(&segment_.lease().state), FUTEX_WAKE, INT_MAX, nullptr, nullptr,
            0);
}

std::uint64_t Worker::ended_in_lease() const {
  const std::uint64_t begun = segment_.lease().begun.load();
  return begun == 0 ? 0 : begun - 1;
}

bool Worker::give(const Lease& lease, std::span<const segment::Cell> cells) {
  const std::size_t head_bytes = lease.heads.size() * sizeof(ChunkHead);
  if (head_bytes + lease.bytes.size() > segment::kLeaseCapacity || cells.size() > segment::kCellCapacity) {
    return false;
  }
  segment::LeaseSlot& slot = segment_.lease();
  std::byte* area = segment_.lease_area();
  std::ranges::copy(std::as_bytes(std::span(lease.heads)), area);
  std::ranges::copy(lease.bytes, area + head_bytes);
  if (cells.size() != cells_) {
    segment_.put_cells(cells);
    cells_ = cells.size();
  }
  slot.terms = lease.terms;
  slot.cell_count = cells.size();
  slot.chunk_count = lease.heads.size();
  slot.chunk_bytes = lease.bytes.size();
  slot.begun.store(0);
  slot.wanted.store(segment::Wanted::kNot);
  slot.state.store(segment::LeaseState::kGiven);
  wake();
  lease_ = lease.terms.number;
  deaths_ = lease.deaths;
  wanted_ = false;
  given_ = Clock::now();
  return true;
}

void Worker::want_back(segment::Wanted how) {
  wanted_ = true;
  segment_.lease().wanted.store(how);
}

void Worker::stop() {
  segment_.request().hunt.stop.store(1);
  wake();
}

bool Worker::has_committed() const {
  return lease_ != 0 && segment_.lease().state.load(std::memory_order_acquire) == segment::LeaseState::kCommitted;
}

std::optional<Commit> Worker::commit() const {
  const segment::LeaseSlot& slot = segment_.lease();
  const std::uint64_t capacity = segment::kCommitCapacity;
  if (slot.reached_count > capacity / sizeof(ReachedEntry) || slot.left_count > capacity / sizeof(ChunkHead) ||
      slot.left_bytes > capacity) {
    return std::nullopt;
  }
  const std::uint64_t reached_bytes = slot.reached_count * sizeof(ReachedEntry);
  const std::uint64_t head_bytes = slot.left_count * sizeof(ChunkHead);
  const std::byte* area = segment_.commit_area();
  if (reached_bytes + head_bytes + slot.left_bytes > capacity || slot.terms.number != lease_ ||
      checksum({area, reached_bytes + head_bytes + slot.left_bytes}) != slot.checksum) {
    return std::nullopt;
  }
  return Commit{.end = slot.end,
                .varied = slot.varied != 0,
                .tally = slot.tally,
                .reached = {reinterpret_cast<const ReachedEntry*>(area), slot.reached_count},
                .left = {reinterpret_cast<const ChunkHead*>(area + reached_bytes), slot.left_count},
                .left_bytes = {area + reached_bytes + head_bytes, slot.left_bytes}};
}

void Worker::done_with_commit() {
  lease_ = 0;
  segment_.lease().state.store(segment::LeaseState::kFree);
}

bool Worker::is_stuck() {
  auto sample = sample_process(process_.id());
  if (!sample || asked_) {
    return false;
  }
  sample->heartbeat = segment_.result().heartbeat.load(std::memory_order_relaxed);
  if (lease_ == 0 && segment_.result().phase.load() == segment::Phase::kRunning) {
    watchdog_.forget();
    return false;
  }
  return watchdog_.is_stuck(*sample);
}

void Worker::ask_where() {
  asked_ = Clock::now();
  cause = Cause::kHang;
  if (segment_.result().phase.load() == segment::Phase::kNotStarted) {
    process_.kill();
  } else {
    ::kill(process_.id(), segment::kDumpSignal);
  }
}

bool Worker::has_not_answered() const { return asked_ && Clock::now() - *asked_ >= kAnswerTime; }

}  // namespace heddle::cli
