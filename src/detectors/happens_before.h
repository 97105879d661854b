// Data races: two accesses to the same bytes by different threads, one of them a write, one of them not atomic, and
// neither happens before the other. The order is that of C++20 for the execution that was made: FastTrack (Flanagan and
// Freund, PLDI 2009) with its epochs, for accesses of every size, with the memory orders of atomics and fences.
//
// Every race of an execution on some byte is seen at the first access that completes one on it; what comes behind it on
// the same byte may not be. No race is reported that the execution does not have.
//
// Of an access is noted only its epoch, which says whose it was and when. What else a report needs (the place of the
// earlier access) is kept for the bytes that look_at() names, in a repetition of the same execution.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/vector_clock.h"
#include "detectors/epochs.h"
#include "detectors/crowds.h"
#include "detectors/shadow.h"
#include "detectors/sync_table.h"
#include "engine/watcher.h"

namespace heddle {

class HappensBefore {
 public:
  // Two faults are the same if they are at the same places: by default, sites. A place may be less exact.
  using PlaceOf = std::uint64_t (*)(SiteId site);
  explicit HappensBefore(PlaceOf place_of = [](SiteId site) { return site.value; }) : place_of_(place_of) {}

  void begin(FindingSink& sink);
  void look_at(const Looking& looking) {
    looking_ = looking;
    keeps_ = !looking.ranges.empty() || !looking.sites.empty();
  }

  void access(const Access& access) {
    if (access.atomic || access.kind == AccessKind::kFree) [[unlikely]] {
      return access.atomic ? access_atomically(access) : free(access);
    }
    if (keeps_) [[unlikely]] {
      keep(access);
    }
    const std::uint32_t current = access.thread.value < current_.size() ? current_[access.thread.value] : 0;
    const bool is_write = access.kind == AccessKind::kWrite;
    const std::uintptr_t offset = access.address % Shadow::kCellBytes;
    if (offset + access.size <= Shadow::kCellBytes) {
      const std::uint32_t mask = (0xfU >> (Shadow::kCellBytes - access.size)) << offset;
      ShadowCell& cell = shadow_.cell(access.address);
      if (!is_noted(cell, current, mask, is_write)) [[unlikely]] {
        note(cell, access.address - offset, mask, access);
      }
    } else if (access.size == 8 && access.address % 8 == 0) {
      ShadowCell* cells = &shadow_.cell(access.address);
      if (!is_noted(cells[0], current, 0xf, is_write) || !is_noted(cells[1], current, 0xf, is_write)) [[unlikely]] {
        note(cells[0], access.address, 0xf, access);
        note(cells[1], access.address + Shadow::kCellBytes, 0xf, access);
      }
    } else {
      access_range(access);
    }
  }
  void synchronise(const Sync& sync);
  void renew(MemoryRange range);

  // Of all that is kept.
  [[nodiscard]] std::size_t bytes() const;

 private:
  // How a noted access went.
  struct Manner {
    bool writes = false;
    bool atomic = false;
  };
  struct Kept {
    std::uint32_t number;  // of the epoch
    Access access;
  };

  // Noted already in this epoch: whoever came in between has been judged against that.
  [[nodiscard]] static bool is_noted(const ShadowCell& cell, std::uint32_t current, std::uint32_t mask, bool writes) {
    const auto covers = [current, mask](std::uint32_t word) {
      const std::uint32_t rest = word ^ current;
      return rest < 16 && (rest & mask) == mask;
    };
    return covers(cell.write) || (!writes && covers(cell.read));
  }

  void access_range(const Access& access);
  void access_atomically(const Access& access);
  void free(const Access& access);
  void note(ShadowCell& cell, std::uintptr_t address, std::uint32_t mask, const Access& access);
  void note_atomic(ShadowCell& cell, std::uintptr_t address, std::uint32_t mask, const Access& access);
  void judge(const ShadowCell& cell, std::uintptr_t address, std::uint32_t mask, const Access& access);
  void note_write(ShadowCell& cell, std::uint32_t mask, std::uint32_t word);
  void note_read(ShadowCell& cell, std::uint32_t mask, std::uint32_t word, ThreadId thread);
  void forget(ShadowCell& cell, std::uint32_t mask);
  [[nodiscard]] Crowd& crowd_of(ShadowCell& cell);
  [[nodiscard]] Crowd* crowd_in(const ShadowCell& cell);

  // Of words: with an epoch that is over in this execution, nothing is said.
  [[nodiscard]] bool happened_before(std::uint32_t word, ThreadId thread) const {
    const std::uint32_t number = word >> 4U;
    if (epochs_.is_old(number)) {
      return true;
    }
    const ThreadId owner = epochs_.owner(number);
    return owner == thread || clocks_[thread.value].of(owner) >= number;
  }

  [[nodiscard]] std::uint32_t epoch_of(ThreadId thread);
  void end_epoch(ThreadId thread) { current_[thread.value] = 0; }
  void make_thread(ThreadId thread);
  void run_out();

  void keep(const Access& access);
  [[nodiscard]] bool is_looked_at(const Access& access) const;
  void report(std::uintptr_t cell, std::uint32_t mask, std::uint32_t word, Manner before, const Access& access);

  PlaceOf place_of_;
  FindingSink* sink_ = nullptr;
  Shadow shadow_;
  Epochs epochs_;
  Crowds crowds_;
  SyncTable objects_;
  // By thread.
  std::vector<std::uint32_t> current_;  // its epoch, as the upper bits of a word; 0: the last one is over
  std::vector<VectorClock> clocks_;
  std::vector<VectorClock> released_;  // at its last release fence
  std::vector<VectorClock> loaded_;    // by loads that an acquire fence would make acquire

  std::vector<std::uint64_t> reported_;  // in this execution
  Looking looking_;
  bool keeps_ = false;
  std::vector<Kept> kept_;
};

}  // namespace heddle
