// Data races: two accesses to the same bytes by different threads, one of them a write, one of them not atomic, and
// neither happens before the other. The order is that of C++20 for the execution that was made: FastTrack (Flanagan and
// Freund, PLDI 2009) with its epochs, for accesses of every size, with the memory orders of atomics and fences.
//
// Every race of an execution on some byte is seen at the first access that completes one on it; what comes behind it on
// the same byte may not be. No race is reported that the execution does not have. Of one pair of places, as far as they
// are known, one race is reported. tests/sim compares all that with the definition (race_reference.h).
//
// A free is compared with what came before it, and ends it all: whoever comes behind uses what is freed, which is not a
// race's business. An execution that needs more epochs than there are numbers forgets what was before.
//
// Of an access is noted only its epoch, which says whose it was and when. What else a report needs (the place of the
// earlier access) is kept for the bytes that look_at() names, in a repetition of the same execution.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/vector_clock.h"
#include "detectors/crowds.h"
#include "detectors/epochs.h"
#include "detectors/exemptions.h"
#include "detectors/reader_sets.h"
#include "detectors/shadow.h"
#include "detectors/sync_table.h"
#include "engine/watcher.h"

namespace heddle {

class HappensBefore {
 public:
  // Two faults are the same if they are at the same places: by default, sites. A place may be less exact.
  using PlaceOf = std::uint64_t (*)(SiteId site);
  static constexpr PlaceOf kBySite = [](SiteId site) { return site.value; };
  // Epochs and crowds are numbered up to there; an execution that needs more forgets what came before.
  // The exemptions, if there are any, must outlive this.
  explicit HappensBefore(PlaceOf place_of = kBySite, std::uint32_t last_number = Epochs::kLast,
                         const Exemptions* exemptions = nullptr)
      : exemptions_(exemptions), place_of_(place_of), epochs_(last_number), crowds_(last_number) {}

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
  // A plain access, without a call of any function: for hooks that keep all registers. False: it takes a closer look,
  // which access() has.
  [[nodiscard]] [[gnu::always_inline]] inline bool access_at_once(ThreadId thread, std::uintptr_t address,
                                                                  std::size_t size, bool writes) {
    Shadow::Page* page = shadow_.cached(address);
    if (page == nullptr || thread.value >= current_.size()) {
      return false;
    }
    const std::uint32_t current = current_.data()[thread.value];
    ShadowCell* cells = &page->cells[address % Shadow::kPageBytes / Shadow::kCellBytes];
    const std::uintptr_t offset = address % Shadow::kCellBytes;
    if (offset + size <= Shadow::kCellBytes) {
      const std::uint32_t mask = (0xfU >> (Shadow::kCellBytes - size)) << offset;
      return is_noted(cells[0], current, mask, writes) || note_at_once(cells[0], current, mask, writes, thread);
    }
    return size == 8 && address % 8 == 0 &&
           (is_noted(cells[0], current, 0xf, writes) || note_at_once(cells[0], current, 0xf, writes, thread)) &&
           (is_noted(cells[1], current, 0xf, writes) || note_at_once(cells[1], current, 0xf, writes, thread));
  }
  [[nodiscard]] bool keeps() const { return keeps_; }
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
    std::uint32_t number;  // of the epoch; 0: what lay there ended
    Access access;
  };

  // Noted already in this epoch: whoever came in between has been judged against that.
  [[nodiscard]] [[gnu::always_inline]] static inline bool is_noted(const ShadowCell& cell, std::uint32_t current,
                                                                   std::uint32_t mask, bool writes) {
    const std::uint32_t written = cell.write ^ current;
    if (written < 16 && (written & mask) == mask) {
      return true;
    }
    const std::uint32_t read = cell.read ^ current;
    return !writes && read < 16 && (read & mask) == mask;
  }

  // Where what was noted fits into the cell's words and happened before, and the new access takes its place.
  [[nodiscard]] [[gnu::always_inline]] inline bool note_at_once(ShadowCell& cell, std::uint32_t current,
                                                                std::uint32_t mask, bool writes, ThreadId thread) {
    if (current == 0 || (cell.write != 0 && !happened_before(cell.write, thread))) {
      return false;
    }
    if ((cell.read & 0xf) == 0 && cell.read != 0) {
      return !writes && cell.read == seen_.data()[thread.value];
    }
    const bool is_read_over = cell.read == 0 || ((cell.read & 0xf & ~mask) == 0 && happened_before(cell.read, thread));
    if (!is_read_over) {
      return false;
    }
    if (writes) {
      if ((cell.write & 0xf & ~mask) != 0) {
        return false;
      }
      cell.write = current | mask;
      cell.read = 0;
    } else {
      cell.read = current | mask;
    }
    return true;
  }

  [[nodiscard]] bool ignores(const Access& access) const {
    return exemptions_ != nullptr && exemptions_->ignores(access);
  }
  [[nodiscard]] bool ignores_synchronisation(ThreadId thread) const {
    return exemptions_ != nullptr && exemptions_->ignores_synchronisation(thread);
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
  [[nodiscard]] bool has_readers(const ShadowCell& cell) const;
  void add_reader(ShadowCell& cell, std::uint32_t number, ThreadId thread);
  void drop_readers(ShadowCell& cell);

  // Of words: with an epoch that is over in this execution, nothing is said.
  [[nodiscard]] [[gnu::always_inline]] inline bool happened_before(std::uint32_t word, ThreadId thread) const {
    const std::uint32_t number = word >> 4U;
    if (epochs_.is_old(number)) {
      return true;
    }
    const ThreadId owner = epochs_.owner(number);
    return owner == thread || clocks_.data()[thread.value].of(owner) >= number;
  }

  [[nodiscard]] std::uint32_t epoch_of(ThreadId thread);
  void end_epoch(ThreadId thread) {
    current_[thread.value] = 0;
    seen_[thread.value] = 0;
  }
  void make_thread(ThreadId thread);
  void restart();
  void forget_order();

  void keep(const Access& access);
  void keep_end(MemoryRange range);
  [[nodiscard]] bool is_looked_at(const Access& access) const;
  [[nodiscard]] std::uint32_t without_expected(std::uintptr_t cell, std::uint32_t mask) const;
  void report(std::uintptr_t cell, std::uint32_t mask, std::uint32_t word, Manner before, const Access& access);

  const Exemptions* exemptions_;
  PlaceOf place_of_;
  FindingSink* sink_ = nullptr;
  Shadow shadow_;
  Epochs epochs_;
  Crowds crowds_;
  ReaderSets readers_;
  std::vector<std::uint32_t> members_;  // of a set that is being made
  SyncTable objects_;
  // By thread.
  std::vector<std::uint32_t> current_;  // its epoch, as the upper bits of a word; 0: the last one is over
  std::vector<std::uint32_t> seen_;     // the last set, as a word, that its epoch was found in
  std::vector<VectorClock> clocks_;
  std::vector<VectorClock> released_;  // at its last release fence
  std::vector<VectorClock> loaded_;    // by loads that an acquire fence would make acquire

  std::vector<std::uint64_t> reported_;  // in this execution
  Looking looking_;
  bool keeps_ = false;
  std::vector<Kept> kept_;
  // All that is kept lies between them.
  std::uintptr_t kept_from_ = 0;
  std::uintptr_t kept_to_ = 0;
};

}  // namespace heddle
