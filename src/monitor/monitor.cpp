#include "monitor/monitor.h"

#include "monitor/ranking.h"
#include "monitor/trace_reader.h"
#include "monitor/trace_writer.h"

namespace heddle {

Monitor::Monitor(NameOf name_of) : name_of_(name_of) {}
Monitor::~Monitor() = default;

void Monitor::begin(bool is_recorded) {
  problem_.clear();
  running_ = {0};
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

void Monitor::record(const Access& access) {
  TraceWriter& own = writer_for(access.thread);
  // Nobody can be held before the end of a function: it is the end of a life, and no access.
  if (access.kind != AccessKind::kFrameEnd) {
    own.access(access.site, access.address, access.size, access_bits(access.kind, access.atomic));
  }
  if (access.kind == AccessKind::kFree || access.kind == AccessKind::kFrameEnd) {
    own.free(access.address, access.size);
  }
}

void Monitor::record(const Sync& sync) {
  TraceWriter& own = writer_for(sync.thread);
  if (sync.kind == SyncKind::kCreate) {
    own.create(sync.other, name_of_(sync.other));
  } else if (sync.kind != SyncKind::kFence) {
    own.sync(sync.kind, sync.object, sync.other);
  }
}

void Monitor::renew(MemoryRange range) {
  if (is_recording_) {
    writer().allocate(range.address, range.size);
  }
}

void Monitor::call(ThreadId thread, SiteId function) {
  if (is_recording_) {
    writer_for(thread).call(function);
  }
}

void Monitor::leave(ThreadId thread) {
  if (is_recording_) {
    writer_for(thread).leave();
  }
}

std::vector<Suspect> Monitor::predict(TraceSize& size) {
  size = {};
  is_recording_ = false;
  if (writer_ == nullptr) {
    return {};
  }
  const std::unique_ptr<TraceWriter> writer = std::move(writer_);
  if (const auto finished = writer->finish(); !finished) {
    problem_ = finished.error();
  }
  const TraceTotals totals = writer->totals();
  const auto reader = TraceReader::of(*writer);
  if (!reader) {
    problem_ = reader.error();
  }
  size = {.threads = totals.threads,
          .accesses = totals.accesses,
          .calls = totals.calls,
          .bytes = totals.bytes,
          .incomplete = problem_.empty() ? 0U : 1U};
  if (!reader) {
    return {};
  }
  return heddle::predict(*reader, {}).suspects;
}

}  // namespace heddle
