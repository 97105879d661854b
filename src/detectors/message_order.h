// The order of an execution without that of its locks: by creation and end of threads, and by what is sent and received
// (semaphores, barriers, once-only initialisation, pipes). For predictions, which must not take for granted who came
// first to a lock. Whose message is received may depend on the schedule as well; other schedules show the rest.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/access.h"
#include "core/vector_clock.h"
#include "detectors/address_table.h"

namespace heddle {

class MessageOrder {
 public:
  void begin() {
    for (std::size_t thread = 0; thread < used_; ++thread) {
      clocks_[thread].clear();
    }
    used_ = 0;
    sent_.begin();
  }

  void synchronise(const Sync& sync) {
    switch (sync.kind) {
      case SyncKind::kCreate:
        clock(sync.other).join(clock_of(sync.thread));
        return advance(sync.thread);
      case SyncKind::kJoin:
        clock(sync.thread).join(clock_of(sync.other));
        return;
      case SyncKind::kSend:
        sent_.at(sync.object).join(clock(sync.thread));
        return advance(sync.thread);
      case SyncKind::kReceive:
        if (const VectorClock* sent = sent_.find(sync.object); sent != nullptr) {
          clock(sync.thread).join(*sent);
        }
        return;
      case SyncKind::kDestroy:
        if (VectorClock* sent = sent_.find(sync.object); sent != nullptr) {
          sent->clear();
        }
        return;
      default:
        return;
    }
  }

  // Of what the thread does now: numbers grow where others learn of it.
  [[nodiscard]] std::uint32_t number(ThreadId thread) { return clock(thread).of(thread); }
  [[nodiscard]] VectorClock clock_of(ThreadId thread) { return clock(thread); }
  // What that thread did then came before what this thread does now.
  [[nodiscard]] bool is_before(ThreadId thread, std::uint32_t number, ThreadId now) {
    return thread == now || clock(now).of(thread) >= number;
  }

 private:
  void advance(ThreadId thread) { clock(thread).set(thread, number(thread) + 1); }
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

  AddressTable<VectorClock> sent_;   // by object
  std::vector<VectorClock> clocks_;  // by thread
  std::size_t used_ = 0;
};

}  // namespace heddle
