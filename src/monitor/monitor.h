// Records an execution as the detectors are told of it (detectors/detector_set.h), and says which of its accesses
// conflict.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/access.h"
#include "core/suspect.h"

namespace heddle {

class TraceWriter;

class Monitor {
 public:
  using NameOf = ThreadName (*)(ThreadId thread);
  explicit Monitor(NameOf name_of);
  ~Monitor();
  Monitor(const Monitor&) = delete;
  Monitor& operator=(const Monitor&) = delete;

  // Of what is kept of an execution, at most so many bytes are in memory; the rest in a file. Empty: there is no rest.
  void set_limits(std::size_t memory, std::string file) {
    memory_ = memory;
    file_ = std::move(file);
  }
  // An execution begins, which is recorded or not.
  void begin(bool is_recorded);
  [[nodiscard]] bool is_recording() const { return is_recording_; }

  void access(const Access& access) {
    if (is_recording_) [[unlikely]] {
      record(access);
    }
  }
  void synchronise(const Sync& sync) {
    if (is_recording_) [[unlikely]] {
      record(sync);
    }
  }
  // Memory begins a new life.
  void renew(MemoryRange range);
  void call(ThreadId thread, SiteId function);
  void leave(ThreadId thread);

  // At the end of the execution, once.
  [[nodiscard]] RecordedExecution finish();
  // ... then, if at all: its conflicts, the most promising first. None where it was not recorded.
  [[nodiscard]] std::vector<Suspect> predict();
  // Why the trace, and so the prediction, lacks the end of the execution; empty: it does not.
  [[nodiscard]] const std::string& problem() const { return problem_; }

 private:
  void record(const Access& access);
  void record(const Sync& sync);
  // Its writer, made when there is something to write: before, main has no name.
  TraceWriter& writer();
  TraceWriter& writer_for(ThreadId thread);
  void note(ThreadId thread, std::uint64_t what);
  void note_life(MemoryRange range);

  NameOf name_of_;
  std::size_t memory_ = std::size_t{256} << 20U;
  std::string file_;
  bool is_recording_ = false;
  std::unique_ptr<TraceWriter> writer_;
  ThreadId running_;
  // What each thread does, as a hash; and when the lives of memory end among that.
  std::vector<std::uint64_t> contents_;
  std::uint64_t lives_ = 0;
  std::string problem_;
};

}  // namespace heddle
