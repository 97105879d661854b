// Hints at missing locks: memory that several threads use, one of them writing, and that no lock protects at all of
// their accesses. Eraser (Savage et al., SOSP 1997): its four states for every four bytes, a set of candidate locks
// that each access narrows, read locks for reads only. A program may order its accesses otherwise, so that these are
// hints.
//
// As a hybrid, after O'Callahan and Choi (PPoPP 2003): accesses that creation and end of threads and messages order do
// not count against each other (message_order.h; the order of locks is not taken, nor, other than in the paper, that of
// condition variables). happens_before.h runs beside, for what is certain. Of each cell the last accesses of two
// threads are kept to compare with; what older ones would show is missed.
//
// Atomic accesses need no lock, and count for nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "detectors/address_table.h"
#include "detectors/finding_kinds.h"
#include "detectors/message_order.h"
#include "detectors/pages.h"
#include "detectors/surroundings.h"
#include "engine/watcher.h"

namespace heddle {

// Sets of locks by number: equal sets have the same one. 0 is the empty set.
class LockSets {
 public:
  void begin();
  // Of locks in ascending order.
  [[nodiscard]] std::uint32_t number_of(const std::vector<std::uintptr_t>& locks);
  [[nodiscard]] std::uint32_t intersection(std::uint32_t one, std::uint32_t other);

 private:
  struct Number {
    std::uint32_t value = 0;
    bool known = false;
  };

  std::vector<std::vector<std::uintptr_t>> sets_;
  std::size_t used_ = 0;
  AddressTable<Number> numbers_;        // by hash of the set
  AddressTable<Number> intersections_;  // by both numbers
  std::vector<std::uintptr_t> common_;
};

class Lockset {
 public:
  static void say(Sentence& sentence, const Fault& fault);
  static constexpr FindingKindRow kKinds[] = {
      {.kind = FindingKind::kNoCommonLock,
       .is_hint = true,
       .say = say,
       .meaning = {"threads use the same memory, at least one of them writes, and there is no lock that all of them "
                   "hold"},
       .preposition = "for",
       .is_of_order = true,
       .group = SuppressionGroup::kRaces}};
  static constexpr bool kHeedsExemptions = true;  // nobody may complain that those have no lock

  explicit Lockset(const Surroundings& around = {}) : place_of_(around.place_of) {}

  void begin(FindingSink& sink, const WatchTerms& terms);
  void access(const Access& access) {
    if (access.kind == AccessKind::kFree) [[unlikely]] {
      renew({.address = access.address, .size = access.size});
    } else if (!access.atomic) {
      event_ = sink_->event();
      const std::uintptr_t end = access.address + access.size;
      for (std::uintptr_t cell = access.address & ~(kCellBytes - 1); cell < end; cell += kCellBytes) {
        note(pages_.at(cell).cells[cell % kPageBytes / kCellBytes], cell, access);
      }
    }
  }
  void synchronise(const Sync& sync);
  void renew(MemoryRange range);
  void end_variable(const Access& access) { renew(range_of(access)); }

  [[nodiscard]] std::size_t bytes() const { return pages_.bytes(); }

 private:
  static constexpr std::uintptr_t kCellBytes = 4;
  static constexpr std::size_t kPageBytes = 1024;

  enum class Sharing : std::uint8_t { kVirgin, kExclusive, kShared, kSharedModified };
  struct Noted {
    ThreadId thread = kNoThread;
    bool writes = false;
    std::uint32_t time = 0;  // the thread's, in the order of messages
    SiteId site;
    EventNumber event = kNoEvent;
  };
  struct Cell {
    Sharing sharing = Sharing::kVirgin;
    std::uint32_t candidates = 0;  // where it is shared
    Noted last;
    Noted other;  // the last one of another thread than that
  };
  struct Page {
    std::uint64_t generation = 0;
    Cell cells[kPageBytes / kCellBytes];
  };
  struct Held {
    std::uintptr_t lock = 0;
    bool shared = false;
  };
  struct Locks {
    std::vector<Held> held;
    std::uint32_t all = 0;
    std::uint32_t exclusive = 0;
  };

  [[nodiscard]] Locks& locks_of(ThreadId thread);
  void name_sets(Locks& locks);
  void note(Cell& cell, std::uintptr_t address, const Access& access);
  void share(Cell& cell, const Access& access, bool writes);
  [[nodiscard]] bool is_over(const Noted& noted, ThreadId thread);
  void report(const Cell& cell, std::uintptr_t address, const Access& access);

  Surroundings::PlaceOf place_of_;
  FindingSink* sink_ = nullptr;
  bool hybrid_ = false;
  EventNumber event_ = kNoEvent;  // of the access under way
  MessageOrder order_;
  Pages<Page, kPageBytes> pages_;
  LockSets sets_;
  std::vector<Locks> locks_;             // by thread
  std::vector<std::uintptr_t> sorted_;   // while a set is named
  std::vector<std::uint64_t> reported_;  // in this execution
};

}  // namespace heddle
