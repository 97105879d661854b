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
#include <span>
#include <vector>

#include "core/vector_clock.h"
#include "detectors/atomic_table.h"
#include "detectors/crowds.h"
#include "detectors/data_race.h"
#include "detectors/epochs.h"
#include "detectors/exemptions.h"
#include "detectors/kept_accesses.h"
#include "detectors/reader_sets.h"
#include "detectors/shadow.h"
#include "detectors/surroundings.h"
#include "detectors/sync_table.h"
#include "engine/watcher.h"

namespace heddle {

class HappensBefore {
 public:
  static constexpr std::span<const FindingKindRow> kKinds = kDataRaceKinds;
  static constexpr bool kNeedsVariables = true;
  // Two faults are the same if they are at the same places: by default, sites. A place may be less exact.
  using PlaceOf = Surroundings::PlaceOf;
  static constexpr PlaceOf kBySite = Surroundings::kBySite;
  // Epochs and crowds are numbered up to there; an execution that needs more forgets what came before.
  // The exemptions, if there are any, must outlive this.
  explicit HappensBefore(PlaceOf place_of = kBySite, std::uint32_t last_number = Epochs::kLast,
                         const Exemptions* exemptions = nullptr)
      : exemptions_(exemptions), place_of_(place_of), epochs_(last_number), crowds_(last_number) {}
  explicit HappensBefore(const Surroundings& around)
      : HappensBefore(around.place_of, Epochs::kLast, around.exemptions) {}

  HappensBefore(const HappensBefore&) = delete;
  HappensBefore& operator=(const HappensBefore&) = delete;

  void begin(FindingSink& sink);
  void look_at(const Looking& looking) { kept_.look_at(looking); }

  void access(const Access& access) {
    if (access.atomic || access.kind == AccessKind::kFree) [[unlikely]] {
      return access.atomic ? access_atomically(access) : free(access);
    }
    if (kept_.is_looking()) [[unlikely]] {
      keep(access);
    }
    const std::uint32_t current = access.thread.value < current_.size() ? current_[access.thread.value] : 0;
    const bool is_write = writes(access.kind);
    const std::uintptr_t offset = access.address % Shadow::kCellBytes;
    if (offset + access.size <= Shadow::kCellBytes) {
      const std::uint32_t mask = (0xfU >> (Shadow::kCellBytes - access.size)) << offset;
      const ShadowCell cell = shadow_.cell(access.address);
      if (!is_noted(cell, current, mask, is_write)) [[unlikely]] {
        note(cell, access.address - offset, mask, access);
      }
    } else if (access.size == 8 && access.address % 8 == 0) {
      const ShadowCell low = shadow_.cell(access.address);
      const ShadowCell high = shadow_.cell(access.address + Shadow::kCellBytes);
      if (!is_noted(low, current, 0xf, is_write) || !is_noted(high, current, 0xf, is_write)) [[unlikely]] {
        note(low, access.address, 0xf, access);
        note(high, access.address + Shadow::kCellBytes, 0xf, access);
      }
    } else {
      access_range(access);
    }
  }

  // For hooks that look at the shadow themselves. An access of all bytes of words whose notes of writes, or for a read
  // of reads, are the shown epoch is noted already; so is a read where the latter are one of those shown as seen. They
  // are of the running thread, each twice; kNothing, which no note is, while it has none.
  static constexpr std::uint64_t kNothing = 0x0000000f'0000000fU;
  struct Shown {
    std::uint64_t* epoch;
    std::uint64_t* seen;  // two
  };
  void show_in(Shown shown) {
    shown_ = shown;
    show_anew();
  }
  [[nodiscard]] const std::uintptr_t* directory() const { return shadow_.directory(); }
  void run(ThreadId thread) {
    running_ = thread;
    joins_ = {};
    over_ = {};
    show_anew();
  }
  // A plain access of the running thread, without a call of any function: for hooks that keep all registers. False: it
  // takes a closer look, which access() has. That of `others` too, where they have to see every access to memory that
  // was not accessed yet: it is not noted here.
  template <std::size_t kSize, bool kWrites>
  [[nodiscard]] [[gnu::always_inline]] inline bool access_at_once(std::uintptr_t address, bool others) {
    const std::uintptr_t distance = shadow_.distance(address);
    const auto current = static_cast<std::uint32_t>(*shown_.epoch) & ~0xfU;
    if (distance == 0 || current == 0 || address % kSize != 0) {
      return false;
    }
    const ShadowCell first = Shadow::cell_at(distance, address);
    if ((first.write | first.read) == 0 && (others || !Shadow::is_made(distance, address))) {
      return false;
    }
    if constexpr (kSize < Shadow::kCellBytes) {
      const std::uint32_t mask = (0xfU >> (Shadow::kCellBytes - kSize)) << address % Shadow::kCellBytes;
      return at_once(first, current, mask, kWrites, others);
    }
    return words_at_once<std::max(kSize / Shadow::kCellBytes, std::size_t{1})>(first, current, kWrites, others);
  }
  // The same for some bytes, of any number. False: not for all of them, that is left to access().
  [[nodiscard]] bool range_at_once(std::uintptr_t address, std::size_t size, bool writes, bool others);
  [[nodiscard]] bool keeps() const { return kept_.is_looking(); }
  void synchronise(const Sync& sync);
  void renew(MemoryRange range);
  // What comes next on these bytes has nothing to do with what was.
  void vacate(MemoryRange range) { renew(range); }
  void end_variable(const Access& access) { this->access(access); }

  // Of all that is kept.
  [[nodiscard]] std::size_t bytes() const;

 private:
  // How a noted access went.
  struct Manner {
    bool writes = false;
    bool atomic = false;
  };

  // Noted already in this epoch: whoever came in between has been judged against that.
  [[nodiscard]] [[gnu::always_inline]] static inline bool is_noted(ShadowCell cell, std::uint32_t current,
                                                                   std::uint32_t mask, bool writes) {
    const std::uint32_t written = cell.write ^ current;
    if (written < 16 && (written & mask) == mask) {
      return true;
    }
    const std::uint32_t read = cell.read ^ current;
    return !writes && read < 16 && (read & mask) == mask;
  }

  // Where what was noted fits into the cell's words and happened before, and the new access takes its place.
  [[nodiscard]] [[gnu::always_inline]] inline bool at_once(ShadowCell cell, std::uint32_t current, std::uint32_t mask,
                                                           bool writes, bool others) {
    if (is_noted(cell, current, mask, writes)) {
      return true;
    }
    const std::uint32_t write = cell.write;
    const std::uint32_t read = cell.read;
    if (others && epochs_.is_old(write >> 4U) && ((read & 0xf) == 0 || epochs_.is_old(read >> 4U))) {
      return false;
    }
    if (write != 0 && !is_over(write, over_.write)) {
      return false;
    }
    if (writes) {
      const bool covers_reads =
          read == 0 || ((read & 0xf) != 0 && (read & 0xf & ~mask) == 0 && is_over(read, over_.read));
      if (!covers_reads) {
        return false;
      }
      const bool goes_on = (write ^ current) < 16;
      if (!goes_on && (write & 0xf & ~mask) != 0) {
        return false;
      }
      cell.write = current | mask | (goes_on ? write : 0);
      cell.read = 0;
      return true;
    }
    if (read != 0 && (read & 0xf) == 0) {
      return is_among_readers(read, current) || joins_readers(cell, mask);
    }
    if ((read ^ current) < 16) {
      cell.read = read | mask;
      return true;
    }
    if (read != 0 && ((read & 0xf & ~mask) != 0 || !is_over(read, over_.read))) {
      return joins_readers(cell, mask);
    }
    cell.read = current | mask;
    return true;
  }
  // All bytes of some words, which mostly have the same notes.
  template <std::size_t kCells>
  [[nodiscard]] [[gnu::always_inline]] inline bool words_at_once(ShadowCell first, std::uint32_t current, bool writes,
                                                                 bool others) {
    bool are_alike = true;
    for (std::size_t index = 1; index < kCells; ++index) {
      are_alike &= (&first.write)[index] == first.write && (&first.read)[index] == first.read;
    }
    const bool has_crowd = first.read != 0 && (first.read & 0xf) == 0;
    if (!are_alike || has_crowd) {
      for (std::size_t index = 0; index < kCells; ++index) {
        const ShadowCell cell{.write = (&first.write)[index], .read = (&first.read)[index]};
        if (!at_once(cell, current, 0xf, writes, others)) {
          return false;
        }
      }
      return true;
    }
    const std::uint32_t readers = first.read;
    if (!at_once(first, current, 0xf, writes, others)) {
      return false;
    }
    const bool joined = !writes && first.read != readers && (first.read & 0xf) == 0;
    for (std::size_t index = 1; index < kCells; ++index) {
      (&first.write)[index] = first.write;
      (&first.read)[index] = first.read;
      if (joined) {
        readers_.refer(first.read >> 5U);
      }
    }
    return true;
  }
  // It happened before what the running thread does, as the last one of which that was seen.
  [[nodiscard]] [[gnu::always_inline]] inline bool is_over(std::uint32_t word, std::uint32_t& last) {
    if (word >> 4U != last) {
      if (!happened_before(word, running_)) {
        return false;
      }
      last = word >> 4U;
    }
    return true;
  }
  [[nodiscard]] [[gnu::always_inline]] inline bool is_among_readers(std::uint32_t word, std::uint32_t current) {
    if ((word & 0x10U) != 0 || readers_.is_old(word >> 5U) || !readers_.contains(word >> 5U, current >> 4U)) {
      return false;
    }
    see(word);
    return true;
  }
  // As the last one did that had the same note of readers.
  [[nodiscard]] [[gnu::always_inline]] inline bool joins_readers(ShadowCell cell, std::uint32_t mask) {
    if (cell.read != joins_.from || mask != 0xf || ((cell.read & 0xf) == 0 && !readers_.leave(cell.read >> 5U))) {
      return false;
    }
    if ((joins_.to & 0xf) == 0) {
      readers_.refer(joins_.to >> 5U);
    }
    cell.read = joins_.to;
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
  void note(ShadowCell cell, std::uintptr_t address, std::uint32_t mask, const Access& access);
  void note_atomic(ShadowCell cell, std::uintptr_t address, std::uint32_t mask, const Access& access);
  void judge(ShadowCell cell, std::uintptr_t address, std::uint32_t mask, const Access& access);
  void note_write(ShadowCell cell, std::uint32_t mask, std::uint32_t word);
  void note_read(ShadowCell cell, std::uint32_t mask, std::uint32_t word, ThreadId thread);
  void forget(ShadowCell cell, std::uint32_t mask);
  [[nodiscard]] Crowd& crowd_of(ShadowCell cell);
  [[nodiscard]] Crowd* crowd_in(ShadowCell cell);
  [[nodiscard]] bool has_readers(ShadowCell cell) const;
  void add_reader(ShadowCell cell, std::uint32_t number, ThreadId thread);
  void drop_readers(ShadowCell cell);

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
    if (thread == running_) {
      joins_ = {};
      show_anew();
    }
  }
  void show_anew() {
    const std::uint64_t epoch = running_.value < current_.size() ? current_[running_.value] | 0xf : 0xf;
    *shown_.epoch = epoch << 32U | epoch;
    shown_.seen[0] = shown_.seen[1] = kNothing;
  }
  // The running thread's epoch is one of these readers.
  [[gnu::always_inline]] inline void see(std::uint32_t readers) {
    shown_.seen[1] = shown_.seen[0];
    shown_.seen[0] = std::uint64_t{readers} << 32U | readers;
  }
  void release_readers(std::uint32_t word);
  void make_thread(ThreadId thread);
  void restart();
  void forget_order();
  void forget_objects(MemoryRange range);

  void keep(const Access& access);
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
  AtomicTable atomics_;
  // By thread.
  std::vector<std::uint32_t> current_;  // its epoch, as the upper bits of a word; 0: the last one is over
  ThreadId running_{0};
  // What its next reads make of such a note of readers.
  struct Joins {
    std::uint32_t from = 0;  // nothing
    std::uint32_t to = 0;
  };
  Joins joins_;
  // Epochs that are known to have happened before what it does.
  struct Over {
    std::uint32_t write = 0;
    std::uint32_t read = 0;
  };
  Over over_;
  std::uint64_t not_shown_[3] = {};
  Shown shown_{.epoch = &not_shown_[0], .seen = &not_shown_[1]};
  std::vector<VectorClock> clocks_;
  std::vector<VectorClock> released_;  // at its last release fence
  std::vector<VectorClock> loaded_;    // by loads that an acquire fence would make acquire

  std::vector<std::uint64_t> reported_;  // in this execution
  KeptAccesses kept_;
};

}  // namespace heddle
