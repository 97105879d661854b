#include "monitor/monitor.h"

#include "core/hash.h"
#include "monitor/ranking.h"
#include "monitor/trace_reader.h"
#include "monitor/trace_writer.h"

namespace heddle {

Monitor::Monitor(NameOf name_of) : name_of_(name_of) {}
Monitor::~Monitor() = default;

void Monitor::begin(bool is_recorded) {
  problem_.clear();
  running_ = {0};
  contents_.clear();
  lives_ = 0;
  writer_ = nullptr;
  is_recording_ = is_recorded;
}

TraceWriter& Monitor::writer() {
  if (writer_ == nullptr) {
    TraceLimits limits;
    limits.memory = memory_;
    limits.file = file_;
    writer_ = std::make_unique<TraceWriter>(std::move(limits), name_of_({0}));
  }
  return *writer_;
}

// The thread has its turn.
TraceWriter& Monitor::writer_for(ThreadId thread) {
  TraceWriter& own = writer();
  if (thread != running_) {
    running_ = thread;
    own.switch_to(thread);
  }
  return own;
}

void Monitor::note(ThreadId thread, std::uint64_t what) {
  if (contents_.size() <= thread.value) {
    contents_.resize(thread.value + std::size_t{1});
  }
  contents_[thread.value] = combine(contents_[thread.value], what);
}

// Accesses on either side of it do not conflict, so it matters what everybody had done by then.
void Monitor::note_life(MemoryRange range) {
  lives_ = combine(combine(lives_, range.address), range.size);
  for (const std::uint64_t content : contents_) {
    lives_ = combine(lives_, content);
  }
}

void Monitor::record(const Access& access) {
  TraceWriter& own = writer_for(access.thread);
  const std::uint8_t bits = access_bits(access.kind, access.atomic);
  note(access.thread, combine(access.site.value + access.size * 8 + bits, access.address));
  // Nobody can be held before the end of a function: it is the end of a life, and no access.
  if (access.kind != AccessKind::kFrameEnd) {
    own.access(access.site, access.address, access.size, bits);
  }
  if (access.kind == AccessKind::kFree || access.kind == AccessKind::kFrameEnd) {
    note_life(range_of(access));
    own.free(access.address, access.size);
  }
}

void Monitor::record(const Sync& sync) {
  TraceWriter& own = writer_for(sync.thread);
  if (sync.other != kNoThread) {
    note(sync.thread, combine(static_cast<std::uint64_t>(sync.kind), name_of_(sync.other).value));
  }
  if (sync.kind == SyncKind::kCreate) {
    own.create(sync.other, name_of_(sync.other));
  } else if (sync.kind != SyncKind::kFence) {
    own.sync(sync.kind, sync.object, sync.other);
  }
}

void Monitor::renew(MemoryRange range) {
  if (is_recording_) {
    note_life(range);
    writer().allocate(range.address, range.size);
  }
}

void Monitor::call(ThreadId thread, SiteId function) {
  if (is_recording_) {
    note(thread, function.value);
    writer_for(thread).call(function);
  }
}

void Monitor::leave(ThreadId thread) {
  if (is_recording_) {
    note(thread, 0);
    writer_for(thread).leave();
  }
}

RecordedExecution Monitor::finish() {
  RecordedExecution recorded;
  is_recording_ = false;
  if (writer_ == nullptr) {
    return recorded;
  }
  if (const auto finished = writer_->finish(); !finished) {
    problem_ = finished.error();
  }
  const TraceTotals totals = writer_->totals();
  recorded.size = {.threads = totals.threads,
                   .accesses = totals.accesses,
                   .calls = totals.calls,
                   .bytes = totals.bytes,
                   .incomplete = problem_.empty() ? 0U : 1U};
  // By name: numbers depend on who was created first.
  recorded.content = lives_;
  for (std::size_t index = 0; index < contents_.size(); ++index) {
    recorded.content += combine(name_of_({static_cast<std::uint16_t>(index)}).value, contents_[index]);
  }
  return recorded;
}

std::vector<Suspect> Monitor::predict() {
  const std::unique_ptr<TraceWriter> writer = std::move(writer_);
  if (writer == nullptr) {
    return {};
  }
  const auto reader = TraceReader::of(*writer);
  if (!reader) {
    problem_ = reader.error();
    return {};
  }
  return heddle::predict(*reader, {}).suspects;
}

}  // namespace heddle
