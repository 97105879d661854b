#include "detectors/happens_before.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <ranges>
#include <span>

namespace heddle {

namespace {

constexpr std::uint32_t kMask = 0xf;
constexpr std::uint32_t kIsCrowd = 0x10;  // of words without a mask

[[nodiscard]] bool acquires(MemoryOrder order) {
  return order == MemoryOrder::kAcquire || order == MemoryOrder::kConsume || order == MemoryOrder::kAcquireRelease ||
         order == MemoryOrder::kSequentiallyConsistent;
}
[[nodiscard]] bool releases(MemoryOrder order) {
  return order == MemoryOrder::kRelease || order == MemoryOrder::kAcquireRelease ||
         order == MemoryOrder::kSequentiallyConsistent;
}

}  // namespace

void HappensBefore::begin(FindingSink& sink) {
  sink_ = &sink;
  const bool enough_epochs = epochs_.begin();
  const bool enough_crowds = crowds_.begin();
  const bool enough_readers = readers_.begin();
  if (!enough_epochs || !enough_crowds || !enough_readers) {
    restart();
  }
  forget_order();
  current_.clear();
  reported_.clear();
  make_thread({0});
  run({0});
}

void HappensBefore::forget_order() {
  objects_.begin();
  atomics_.begin();
  for (std::vector<VectorClock>* clocks : {&clocks_, &released_, &loaded_}) {
    for (VectorClock& clock : *clocks) {
      clock.clear();
    }
  }
  kept_.clear();
}

void HappensBefore::forget_objects(MemoryRange range) {
  objects_.forget(range.address, range.size);
  atomics_.forget(range);
}

void HappensBefore::restart() {
  shadow_.clear();
  epochs_.restart();
  crowds_.restart();
  readers_.restart();
  joins_ = {};
  over_ = {};
}

void HappensBefore::make_thread(ThreadId thread) {
  if (current_.size() <= thread.value) {
    current_.resize(thread.value + std::size_t{1}, 0);
  }
  if (clocks_.size() < current_.size()) {
    clocks_.resize(current_.size());
    released_.resize(current_.size());
    loaded_.resize(current_.size());
  }
}

std::uint32_t HappensBefore::epoch_of(ThreadId thread) {
  make_thread(thread);
  std::uint32_t& current = current_[thread.value];
  if (current == 0) {
    std::uint32_t number = epochs_.make(thread);
    if (number == 0) {
      // Races with what came before are not seen. None is invented: what orders accesses to come is still to come.
      restart();
      forget_order();
      std::ranges::fill(current_, 0);
      number = epochs_.make(thread);
    }
    clocks_[thread.value].set(thread, number);
    current = number << 4U;
    show_anew();
  }
  return current;
}

void HappensBefore::access_range(const Access& access) {
  if (access.size == 0) {
    return;
  }
  const bool writes = heddle::writes(access.kind);
  const std::uint32_t current = access.thread == running_ && !ignores(access) ? epoch_of(access.thread) : 0;
  if (current != 0 && range_at_once(access.address, access.size, writes, false)) {
    return;
  }
  const std::uintptr_t end = access.address + access.size;
  for (std::uintptr_t cell = access.address & ~std::uintptr_t{3}; cell < end; cell += Shadow::kCellBytes) {
    const std::uint32_t mask = Shadow::mask(cell, access.address, end);
    const ShadowCell place = shadow_.cell(cell);
    if (current == 0 || !at_once(place, current, mask, writes, false)) {
      note(place, cell, mask, access);
    }
  }
}

bool HappensBefore::range_at_once(std::uintptr_t address, std::size_t size, bool writes, bool others) {
  const std::uint64_t epoch = *shown_.epoch;
  const auto current = static_cast<std::uint32_t>(epoch) & ~kMask;
  if (current == 0) {
    return false;
  }
  // All bytes of two words, as hooks see it.
  const auto are_noted = [&](ShadowCell first) {
    std::uint64_t written = 0;
    std::uint64_t read = 0;
    std::memcpy(&written, &first.write, sizeof written);
    std::memcpy(&read, &first.read, sizeof read);
    return written == epoch || (!writes && (read == epoch || read == shown_.seen[0] || read == shown_.seen[1]));
  };
  const std::uintptr_t end = address + size;
  for (std::uintptr_t page = address; page < end;) {
    const std::uintptr_t behind = std::min(end, (page | (Shadow::kPageBytes - 1)) + 1);
    const std::uintptr_t distance = shadow_.distance(page);
    if (distance == 0 || !Shadow::is_made(distance, page)) {
      return false;
    }
    for (std::uintptr_t cell = page & ~std::uintptr_t{Shadow::kCellBytes - 1}; cell < behind;) {
      const ShadowCell place = Shadow::cell_at(distance, cell);
      if (cell % 8 == 0 && cell >= address && behind - cell >= 8) {
        if (!are_noted(place) && !words_at_once<2>(place, current, writes, others)) {
          return false;
        }
        cell += 8;
        continue;
      }
      if (!at_once(place, current, Shadow::mask(cell, address, end), writes, others)) {
        return false;
      }
      cell += Shadow::kCellBytes;
    }
    page = behind;
  }
  return true;
}

Crowd* HappensBefore::crowd_in(ShadowCell cell) {
  return (cell.read & (kMask | kIsCrowd)) != kIsCrowd ? nullptr : crowds_.find(cell.read >> 5U);
}

bool HappensBefore::has_readers(ShadowCell cell) const {
  return cell.read != 0 && (cell.read & (kMask | kIsCrowd)) == 0 && !readers_.is_old(cell.read >> 5U);
}

// Without those that happened before it: whoever does not come after them does not come after it.
void HappensBefore::add_reader(ShadowCell cell, std::uint32_t number, ThreadId thread) {
  members_.clear();
  if (has_readers(cell)) {
    for (const std::uint32_t member : readers_.of(cell.read >> 5U)) {
      if (!happened_before(member << 4U, thread)) {
        members_.push_back(member);
      }
    }
  } else {
    members_.push_back(cell.read >> 4U);
  }
  const std::uint32_t before = cell.read;
  const bool had_readers = has_readers(cell);
  if (members_.empty()) {
    cell.read = (number << 4U) | kMask;
  } else {
    members_.insert(std::ranges::upper_bound(members_, number), number);
    cell.read = readers_.make(members_) << 5U;
  }
  if (thread == running_) {
    joins_ = {.from = before, .to = cell.read};
  }
  if (had_readers) {
    release_readers(before);
  }
}

// Where nobody refers to them any more, their number may become that of others: none that is remembered is meant.
void HappensBefore::release_readers(std::uint32_t word) {
  if (readers_.release(word >> 5U)) {
    joins_ = {};
    show_anew();
  }
}

void HappensBefore::drop_readers(ShadowCell cell) {
  if (has_readers(cell)) {
    release_readers(cell.read);
    cell.read = 0;
  }
}

// With what the cell's own word said of reads.
Crowd& HappensBefore::crowd_of(ShadowCell cell) {
  if (Crowd* there = crowd_in(cell); there != nullptr) {
    return *there;
  }
  const std::uint32_t number = crowds_.make();
  Crowd& made = *crowds_.find(number);
  if ((cell.read & kMask) != 0 && !epochs_.is_old(cell.read >> 4U)) {
    made.push_back({.word = cell.read, .writes = false, .atomic = false});
  } else if (has_readers(cell)) {
    for (const std::uint32_t member : readers_.of(cell.read >> 5U)) {
      made.push_back({.word = (member << 4U) | kMask, .writes = false, .atomic = false});
    }
    drop_readers(cell);
  }
  cell.read = (number << 5U) | kIsCrowd;
  return made;
}

void HappensBefore::judge(ShadowCell cell, std::uintptr_t address, std::uint32_t mask, const Access& access) {
  const bool writes = heddle::writes(access.kind);
  if ((cell.write & mask) != 0 && !happened_before(cell.write, access.thread)) {
    report(address, cell.write & mask, cell.write, {.writes = true, .atomic = false}, access);
  }
  if ((cell.read & kMask) != 0) {
    if (writes && (cell.read & mask) != 0 && !happened_before(cell.read, access.thread)) {
      report(address, cell.read & mask, cell.read, {.writes = false, .atomic = false}, access);
    }
  } else if (has_readers(cell)) {
    for (const std::uint32_t member : writes ? readers_.of(cell.read >> 5U) : std::span<const std::uint32_t>()) {
      if (!happened_before(member << 4U, access.thread)) {
        report(address, mask, member << 4U, {.writes = false, .atomic = false}, access);
      }
    }
  } else if (const Crowd* crowd = crowd_in(cell); crowd != nullptr) {
    for (const NotedAccess& noted : *crowd) {
      if ((noted.word & mask) != 0 && conflict(writes, access.atomic, noted.writes, noted.atomic) &&
          !happened_before(noted.word, access.thread)) {
        report(address, noted.word & mask, noted.word, {.writes = noted.writes, .atomic = noted.atomic}, access);
      }
    }
  }
}

void HappensBefore::note(ShadowCell cell, std::uintptr_t address, std::uint32_t mask, const Access& access) {
  // A range of no bytes: a word without a mask would mean something else.
  if (mask == 0 || ignores(access)) {
    return;
  }
  const std::uint32_t word = epoch_of(access.thread) | mask;
  judge(cell, address, mask, access);
  if (writes(access.kind)) {
    note_write(cell, mask, word);
  } else {
    note_read(cell, mask, word, access.thread);
  }
}

// A write stands for all that was before it: whatever races with that races with the write, too, or was reported.
void HappensBefore::note_write(ShadowCell cell, std::uint32_t mask, std::uint32_t word) {
  const std::uint32_t left = cell.write & kMask & ~mask;
  const bool is_same_epoch = (cell.write ^ word) < 16;
  const std::uint32_t before = cell.write;
  forget(cell, mask);
  if (is_same_epoch) {
    cell.write = word | left;
  } else {
    if (left != 0 && !epochs_.is_old(before >> 4U)) {
      crowd_of(cell).push_back({.word = (before & ~kMask) | left, .writes = true, .atomic = false});
    }
    cell.write = word;
  }
}

// A read stands for earlier reads that happened before it: a write that does not come after those does not come after
// it.
void HappensBefore::note_read(ShadowCell cell, std::uint32_t mask, std::uint32_t word, ThreadId thread) {
  if (has_readers(cell) && mask == kMask) {
    if (!readers_.contains(cell.read >> 5U, word >> 4U)) {
      add_reader(cell, word >> 4U, thread);
    }
    return;
  }
  Crowd* crowd = crowd_in(cell);
  if (crowd == nullptr && !has_readers(cell)) {
    const bool is_free = (cell.read & kMask) == 0 || epochs_.is_old(cell.read >> 4U);
    if (is_free || ((cell.read & kMask & ~mask) == 0 && happened_before(cell.read, thread))) {
      cell.read = word;
      return;
    }
    if ((cell.read ^ word) < 16) {
      cell.read |= mask;
      return;
    }
    if (mask == kMask && (cell.read & kMask) == kMask) {
      add_reader(cell, word >> 4U, thread);
      return;
    }
  }
  crowd = &crowd_of(cell);
  for (NotedAccess& noted : *crowd) {
    if (!noted.writes && (noted.word & mask) != 0 && happened_before(noted.word, thread)) {
      noted.word &= ~mask;
    }
  }
  std::erase_if(*crowd, [](const NotedAccess& noted) { return (noted.word & kMask) == 0; });
  for (NotedAccess& noted : *crowd) {
    if (!noted.writes && !noted.atomic && (noted.word ^ word) < 16) {
      noted.word |= mask;
      return;
    }
  }
  if (crowd->empty()) {
    crowds_.release(cell.read >> 5U);
    cell.read = word;
    return;
  }
  crowd->push_back({.word = word, .writes = false, .atomic = false});
}

// Atomic accesses stand for atomic ones only: those that are not conflict with more.
void HappensBefore::note_atomic(ShadowCell cell, std::uintptr_t address, std::uint32_t mask, const Access& access) {
  if (ignores(access)) {
    return;
  }
  const std::uint32_t word = epoch_of(access.thread) | mask;
  const bool writes = heddle::writes(access.kind);
  judge(cell, address, mask, access);
  Crowd& crowd = crowd_of(cell);
  for (NotedAccess& noted : crowd) {
    if (noted.atomic && (writes || !noted.writes) && (noted.word & mask) != 0 &&
        happened_before(noted.word, access.thread)) {
      noted.word &= ~mask;
    }
  }
  std::erase_if(crowd, [](const NotedAccess& noted) { return (noted.word & kMask) == 0; });
  for (NotedAccess& noted : crowd) {
    if (noted.atomic && noted.writes == writes && (noted.word ^ word) < 16) {
      noted.word |= mask;
      return;
    }
  }
  crowd.push_back({.word = word, .writes = writes, .atomic = true});
}

// Nothing is noted of these bytes.
void HappensBefore::forget(ShadowCell cell, std::uint32_t mask) {
  if ((cell.write | cell.read) == 0) {
    return;
  }
  cell.write = (cell.write & kMask & ~mask) == 0 ? 0 : cell.write & ~mask;
  if ((cell.read & kMask) != 0) {
    cell.read = (cell.read & kMask & ~mask) == 0 ? 0 : cell.read & ~mask;
    return;
  }
  if (has_readers(cell) && mask == kMask) {
    drop_readers(cell);
    return;
  }
  if (has_readers(cell)) {
    (void)crowd_of(cell);
  }
  Crowd* crowd = crowd_in(cell);
  if (crowd == nullptr) {
    cell.read = 0;
    return;
  }
  for (NotedAccess& noted : *crowd) {
    noted.word &= ~mask;
  }
  std::erase_if(*crowd, [](const NotedAccess& noted) { return (noted.word & kMask) == 0; });
  if (crowd->empty()) {
    crowds_.release(cell.read >> 5U);
    cell.read = 0;
  }
}

// Release sequences (atomic_table.h): what a store publishes is nothing where it does not release, unless a release
// fence came before it. Atomics of different sizes that overlap synchronise by the bytes they share.
void HappensBefore::access_atomically(const Access& access) {
  if (kept_.is_looking()) {
    keep(access);
  }
  make_thread(access.thread);
  const ThreadId thread = access.thread;
  VectorClock& clock = clocks_[thread.value];
  const bool reads = access.kind != AccessKind::kWrite;
  const bool orders = !ignores_synchronisation(thread);
  if (reads && orders) {
    atomics_.read(range_of(access), acquires(access.order) ? clock : loaded_[thread.value]);
  }
  const std::uintptr_t end = access.address + access.size;
  for (std::uintptr_t cell = access.address & ~std::uintptr_t{3}; cell < end; cell += Shadow::kCellBytes) {
    note_atomic(shadow_.cell(cell), cell, Shadow::mask(cell, access.address, end), access);
  }
  if (!writes(access.kind) || !orders) {
    return;
  }
  const VectorClock& known = releases(access.order) ? clock : released_[thread.value];
  if (reads) {
    atomics_.update(range_of(access), thread, known);
  } else {
    atomics_.store(range_of(access), thread, known, access.goes_on);
  }
  if (releases(access.order)) {
    end_epoch(thread);
  }
}

void HappensBefore::free(const Access& access) {
  if (kept_.is_looking()) {
    keep(access);
  }
  make_thread(access.thread);
  const bool judges = !ignores(access);
  std::uint32_t known = 0;  // a note that happened before
  const auto is_over = [&](std::uint32_t word) {
    if (word == 0 || word == known) {
      return true;
    }
    if ((word & kMask) == 0 || !happened_before(word, access.thread)) {
      return false;
    }
    known = word;
    return true;
  };
  const auto visit_group = [&](ShadowGroup group) {
    if (!group.is_uniform() || !is_over(group.notes[0]) || !is_over(group.notes[ShadowGroup::kCells])) {
      return false;
    }
    group.clear();
    return true;
  };
  const auto visit = [&](ShadowCell cell, std::uintptr_t address, std::uint32_t mask) {
    if (mask == kMask && is_over(cell.write) && is_over(cell.read)) {
      cell.write = cell.read = 0;
      return;
    }
    if (judges) {
      judge(cell, address, mask, access);
    }
    forget(cell, mask);
  };
  shadow_.for_each(access.address, access.size, visit_group, visit);
  forget_objects(range_of(access));
  kept_.end(range_of(access));
}

void HappensBefore::renew(MemoryRange range) {
  shadow_.for_each(
      range.address, range.size,
      [](ShadowGroup group) {
        const std::uint32_t read = group.notes[ShadowGroup::kCells];
        if (!group.is_uniform() || (read != 0 && (read & kMask) == 0)) {
          return false;
        }
        group.clear();
        return true;
      },
      [this](ShadowCell cell, std::uintptr_t /*address*/, std::uint32_t mask) { forget(cell, mask); });
  forget_objects(range);
  kept_.end(range);
}

void HappensBefore::synchronise(const Sync& sync) {
  make_thread(sync.thread);
  if (sync.kind <= SyncKind::kFence && ignores_synchronisation(sync.thread)) {
    return;
  }
  VectorClock& clock = clocks_[sync.thread.value];
  switch (sync.kind) {
    case SyncKind::kLock:
      if (const SyncObject* object = objects_.find(sync.object); object != nullptr) {
        clock.join(object->released);
        clock.join(object->shared);
      }
      return;
    case SyncKind::kUnlock: {
      SyncObject& object = objects_.at(sync.object);
      object.released.assign(clock);
      object.shared.clear();
      return end_epoch(sync.thread);
    }
    case SyncKind::kLockShared:
      if (const SyncObject* object = objects_.find(sync.object); object != nullptr) {
        clock.join(object->released);
      }
      return;
    case SyncKind::kReceive:
      if (const SyncObject* object = objects_.find(sync.object); object != nullptr) {
        clock.join(object->sent);
      }
      return;
    case SyncKind::kUnlockShared:
      objects_.at(sync.object).shared.join(clock);
      return end_epoch(sync.thread);
    case SyncKind::kSend:
      objects_.at(sync.object).sent.join(clock);
      return end_epoch(sync.thread);
    case SyncKind::kFence:
      if (acquires(sync.order)) {
        clock.join(loaded_[sync.thread.value]);
      }
      if (releases(sync.order)) {
        released_[sync.thread.value].assign(clock);
        end_epoch(sync.thread);
      }
      return;
    case SyncKind::kCreate: {
      make_thread(sync.other);
      clocks_[sync.other.value].assign(clocks_[sync.thread.value]);
      return end_epoch(sync.thread);
    }
    case SyncKind::kJoin:
      make_thread(sync.other);
      clocks_[sync.thread.value].join(clocks_[sync.other.value]);
      // It does nothing any more.
      clocks_[sync.other.value].release();
      released_[sync.other.value].release();
      loaded_[sync.other.value].release();
      return;
    case SyncKind::kDestroy:
      if (SyncObject* object = objects_.find(sync.object); object != nullptr) {
        object->clear();
      }
      return;
    case SyncKind::kStart:
    case SyncKind::kEnd:
    case SyncKind::kWait:
    case SyncKind::kWoken:
    case SyncKind::kDestroyHeld:
    case SyncKind::kRelock:
      return;
  }
}

void HappensBefore::keep(const Access& access) {
  if (kept_.is_looked_at(access) && !ignores(access)) {
    kept_.add(epoch_of(access.thread) >> 4U, sink_->event(), access);
  }
}

// Of these bytes of a cell, those on which races are not meant.
std::uint32_t HappensBefore::without_expected(std::uintptr_t cell, std::uint32_t mask) const {
  for (unsigned byte = 0; exemptions_ != nullptr && byte < Shadow::kCellBytes; ++byte) {
    if ((mask & 1U << byte) != 0 && exemptions_->expects({.address = cell + byte, .size = 1})) {
      mask &= ~(1U << byte);
    }
  }
  return mask;
}

void HappensBefore::report(std::uintptr_t cell, std::uint32_t mask, std::uint32_t word, Manner before,
                           const Access& access) {
  mask = without_expected(cell, mask);
  if (mask == 0) {
    return;
  }
  Fault fault = fault_of(kKinds[0]);
  fault.last() = {.thread = access.thread, .operation = operation_of(access), .event = sink_->event()};
  Fault::Side earlier{.thread = epochs_.owner(word >> 4U)};
  earlier.operation.kind = before.writes ? OperationKind::kWrite : OperationKind::kRead;
  // The first of its bytes that lie side by side.
  const int first = std::countr_zero(mask);
  earlier.operation.address = cell + static_cast<unsigned>(first);
  earlier.operation.size = static_cast<std::uint32_t>(std::countr_one(mask >> static_cast<unsigned>(first)));
  if (const KeptAccesses::Kept* kept =
          kept_.find(word >> 4U, range_of(earlier.operation), before.writes, before.atomic);
      kept != nullptr) {
    earlier.operation = operation_of(kept->access);
    earlier.event = kept->event;
  }
  fault.add(earlier);
  fault.signature = race_signature(place_of_(access.site), place_of_(earlier.operation.site));
  const bool is_news = std::ranges::find(reported_, fault.signature) == reported_.end();
  if (is_news) {
    reported_.push_back(fault.signature);
  }
  if (is_news || kept_.is_looked_at(access.thread, fault.last().event)) {
    sink_->report(fault);
  }
}

std::size_t HappensBefore::bytes() const {
  std::size_t sum =
      shadow_.bytes() + epochs_.bytes() + crowds_.bytes() + readers_.bytes() + objects_.bytes() + atomics_.bytes();
  for (const std::vector<VectorClock>* clocks : {&clocks_, &released_, &loaded_}) {
    sum += clocks->capacity() * sizeof(VectorClock);
    for (const VectorClock& clock : *clocks) {
      sum += clock.bytes();
    }
  }
  return sum;
}

}  // namespace heddle
