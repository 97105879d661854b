// The order of an execution that creation and end of threads alone give: what could not have been otherwise whoever had
// come first to a lock. For predictions, which must not take the order of this execution's locks for granted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/access.h"
#include "core/vector_clock.h"

namespace heddle {

class ForkJoin {
 public:
  void begin() {
    for (std::size_t thread = 0; thread < used_; ++thread) {
      clocks_[thread].clear();
    }
    used_ = 0;
  }

  void synchronise(const Sync& sync) {
    if (sync.kind != SyncKind::kCreate && sync.kind != SyncKind::kJoin) {
      return;
    }
    (void)clock(sync.other);  // making one moves the others
    VectorClock& self = clock(sync.thread);
    VectorClock& other = clock(sync.other);
    if (sync.kind == SyncKind::kJoin) {
      self.join(other);
      return;
    }
    other.join(self);
    self.set(sync.thread, self.of(sync.thread) + 1);
  }

  // Of what the thread does now: numbers grow at each creation of a thread.
  [[nodiscard]] std::uint32_t number(ThreadId thread) { return clock(thread).of(thread); }
  [[nodiscard]] const VectorClock& clock_of(ThreadId thread) { return clock(thread); }
  // What that thread did then came before what this thread does now.
  [[nodiscard]] bool is_before(ThreadId thread, std::uint32_t number, ThreadId now) {
    return thread == now || clock(now).of(thread) >= number;
  }

 private:
  [[nodiscard]] VectorClock& clock(ThreadId thread) {
    if (clocks_.size() <= thread.value) {
      clocks_.resize(thread.value + std::size_t{1});
    }
    if (used_ <= thread.value) {
      used_ = thread.value + std::size_t{1};
    }
    VectorClock& found = clocks_[thread.value];
    if (found.empty()) {
      found.set(thread, 1);
    }
    return found;
  }

  std::vector<VectorClock> clocks_;  // by thread
  std::size_t used_ = 0;
};

}  // namespace heddle
