#include "detectors/lockset.h"

#include <algorithm>
#include <iterator>

#include "core/hash.h"
#include "core/options.h"
#include "detectors/sentence.h"

namespace heddle {

void LockSets::begin() {
  used_ = 0;
  numbers_.begin();
  intersections_.begin();
  (void)number_of({});
}

std::uint32_t LockSets::number_of(const std::vector<std::uintptr_t>& locks) {
  std::uint64_t hash = locks.size();
  for (const std::uintptr_t lock : locks) {
    hash = combine(hash, lock);
  }
  for (;; ++hash) {
    Number& number = numbers_.at(hash);
    if (!number.known) {
      if (used_ == sets_.size()) {
        sets_.emplace_back();
      }
      sets_[used_].assign(locks.begin(), locks.end());
      number = {.value = static_cast<std::uint32_t>(used_++), .known = true};
      return number.value;
    }
    if (sets_[number.value] == locks) {
      return number.value;
    }
  }
}

std::uint32_t LockSets::intersection(std::uint32_t one, std::uint32_t other) {
  if (one == other || one == 0) {
    return one;
  }
  if (other == 0) {
    return other;
  }
  const std::uint64_t key = std::uint64_t{one} << 32U | other;
  if (const Number* known = intersections_.find(key); known != nullptr) {
    return known->value;
  }
  common_.clear();
  std::ranges::set_intersection(sets_[one], sets_[other], std::back_inserter(common_));
  const std::uint32_t number = number_of(common_);
  intersections_.at(key) = {.value = number, .known = true};
  return number;
}

void Lockset::begin(FindingSink& sink, const WatchTerms& terms) {
  sink_ = &sink;
  hybrid_ = (terms.wanted & kHybrid) != 0;
  order_.begin();
  pages_.begin();
  sets_.begin();
  for (Locks& locks : locks_) {
    locks.held.clear();
    locks.all = locks.exclusive = 0;
  }
  reported_.clear();
}

Lockset::Locks& Lockset::locks_of(ThreadId thread) {
  if (locks_.size() <= thread.value) {
    locks_.resize(thread.value + std::size_t{1});
  }
  return locks_[thread.value];
}

void Lockset::name_sets(Locks& locks) {
  const auto number = [&](bool with_shared) {
    sorted_.clear();
    for (const Held& held : locks.held) {
      if (with_shared || !held.shared) {
        sorted_.push_back(held.lock);
      }
    }
    std::ranges::sort(sorted_);
    sorted_.erase(std::ranges::unique(sorted_).begin(), sorted_.end());
    return sets_.number_of(sorted_);
  };
  locks.all = number(true);
  locks.exclusive = number(false);
}

void Lockset::synchronise(const Sync& sync) {
  switch (sync.kind) {
    case SyncKind::kLock:
    case SyncKind::kLockShared: {
      Locks& locks = locks_of(sync.thread);
      locks.held.push_back({.lock = sync.object, .shared = sync.kind == SyncKind::kLockShared});
      return name_sets(locks);
    }
    case SyncKind::kUnlock:
    case SyncKind::kUnlockShared: {
      Locks& locks = locks_of(sync.thread);
      const auto found = std::ranges::find(locks.held, sync.object, &Held::lock);
      if (found != locks.held.end()) {
        locks.held.erase(found);
        name_sets(locks);
      }
      return;
    }
    default:
      return order_.synchronise(sync);
  }
}

void Lockset::renew(MemoryRange range) {
  const std::uintptr_t end = range.address + range.size;
  for (std::uintptr_t cell = range.address & ~(kCellBytes - 1); cell < end;) {
    if (Page* page = pages_.find(cell); page != nullptr) {
      page->cells[cell % kPageBytes / kCellBytes] = {};
      cell += kCellBytes;
    } else {
      cell = (cell / kPageBytes + 1) * kPageBytes;
    }
  }
}

bool Lockset::is_over(const Noted& noted, ThreadId thread) {
  return noted.thread == kNoThread || order_.is_before(noted.thread, noted.time, thread);
}

void Lockset::note(Cell& cell, std::uintptr_t address, const Access& access) {
  const bool writes = heddle::writes(access.kind);
  if (hybrid_ && is_over(cell.last, access.thread) && is_over(cell.other, access.thread)) {
    cell = {};
  }
  share(cell, access, writes);
  if (cell.sharing == Sharing::kSharedModified && cell.candidates == 0) {
    report(cell, address, access);
  }
  if (cell.last.thread != access.thread) {
    cell.other = cell.last;
  }
  cell.last = {.thread = access.thread,
               .writes = writes,
               .time = hybrid_ ? order_.number(access.thread) : 0,
               .site = access.site,
               .event = event_};
}

void Lockset::share(Cell& cell, const Access& access, bool writes) {
  const auto held = [&] {
    const Locks& locks = locks_of(access.thread);
    return writes ? locks.exclusive : locks.all;
  };
  switch (cell.sharing) {
    case Sharing::kVirgin:
      cell.sharing = Sharing::kExclusive;
      return;
    case Sharing::kExclusive:
      if (cell.last.thread != access.thread) {
        cell.candidates = held();
        cell.sharing = writes ? Sharing::kSharedModified : Sharing::kShared;
      }
      return;
    case Sharing::kShared:
    case Sharing::kSharedModified:
      cell.candidates = sets_.intersection(cell.candidates, held());
      cell.sharing = writes ? Sharing::kSharedModified : cell.sharing;
      return;
  }
}

void Lockset::report(const Cell& cell, std::uintptr_t address, const Access& access) {
  const Noted& before = cell.last.thread != access.thread ? cell.last : cell.other;
  if (hybrid_ && is_over(before, access.thread)) {
    return;
  }
  Fault fault = fault_of(kKinds[0]);
  Fault::Side& last = fault.last();
  last.thread = access.thread;
  last.operation.kind = heddle::writes(access.kind) ? OperationKind::kWrite : OperationKind::kRead;
  last.operation.address = access.address;
  last.operation.size = static_cast<std::uint32_t>(access.size);
  last.operation.site = access.site;
  last.event = event_;
  Fault::Side earlier{.thread = before.thread};
  earlier.operation.kind = before.writes ? OperationKind::kWrite : OperationKind::kRead;
  earlier.operation.address = address;
  earlier.operation.size = kCellBytes;
  earlier.operation.site = before.site;
  earlier.event = before.event;
  fault.add(earlier);
  const std::uint64_t place = place_of_(access.site);
  const std::uint64_t other = place_of_(before.site);
  const std::uint64_t low = std::min(place, other);
  const std::uint64_t high = std::max(place, other);
  fault.signature = combine(combine(hash_bytes(name(fault.kind)), low), high);
  if (std::ranges::find(reported_, fault.signature) == reported_.end()) {
    reported_.push_back(fault.signature);
    sink_->report(fault);
  }
}

void Lockset::say(Sentence& sentence, const Fault& fault) {
  sentence.side(fault.last().operation, fault.last().thread)
      .text(", ")
      .side(fault.earlier().operation, fault.earlier().thread)
      .text(" before it, and no lock is held at every access");
}

}  // namespace heddle
