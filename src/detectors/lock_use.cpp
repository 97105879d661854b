#include "detectors/lock_use.h"

#include <algorithm>

#include "core/hash.h"
#include "detectors/sentence.h"

namespace heddle {

void LockUse::begin(FindingSink& sink) {
  sink_ = &sink;
  held_.clear();
  waiters_.clear();
  reported_.clear();
}

namespace {

[[nodiscard]] Operation operation_on(OperationKind kind, std::uintptr_t address, SiteId site) {
  Operation operation;
  operation.kind = kind;
  operation.address = address;
  operation.size = 1;
  operation.site = site;
  return operation;
}

}  // namespace

Fault::Side LockUse::taking(const Holder& holder) {
  const OperationKind kind = holder.shared ? OperationKind::kReadLock : OperationKind::kMutexLock;
  return {.thread = holder.thread, .operation = operation_on(kind, holder.lock, holder.site), .event = holder.event};
}

// What it tells of has happened.
Fault::Side LockUse::side(const Sync& sync, OperationKind kind) const {
  return {.thread = sync.thread, .operation = operation_on(kind, sync.object, sync.site), .event = sink_->event()};
}

const LockUse::Holder* LockUse::holder_of(std::uintptr_t lock) const {
  const auto found = std::ranges::find(held_, lock, &Holder::lock);
  return found == held_.end() ? nullptr : &*found;
}

void LockUse::synchronise(const Sync& sync) {
  switch (sync.kind) {
    case SyncKind::kLock:
    case SyncKind::kLockShared:
      held_.push_back({.lock = sync.object,
                       .shared = sync.kind == SyncKind::kLockShared,
                       .thread = sync.thread,
                       .site = sync.site,
                       .event = sink_->event()});
      return;
    case SyncKind::kUnlock:
    case SyncKind::kUnlockShared:
      return release(sync, sync.kind == SyncKind::kUnlockShared);
    case SyncKind::kDestroyHeld: {
      const Holder* holder = holder_of(sync.object);
      return report(side(sync, OperationKind::kMutexDestroy), holder == nullptr ? Fault::Side{} : taking(*holder));
    }
    case SyncKind::kRelock: {
      const Holder* holder = holder_of(sync.object);
      Fault::Side last = side(sync, OperationKind::kMutexLock);
      last.event = kNoEvent;  // it will have one
      return report(last, holder == nullptr ? Fault::Side{} : taking(*holder));
    }
    case SyncKind::kDestroy:
      return renew({.address = sync.object, .size = 1});
    case SyncKind::kWait:
      return wait(sync);
    case SyncKind::kWoken:
      std::erase_if(waiters_, [&sync](const Waiter& waiter) { return waiter.thread == sync.thread; });
      return;
    case SyncKind::kEnd:
      return end(sync);
    default:
      return;
  }
}

// One's own; or another thread's, who is not asked: a mutex ends the execution then, reader-writer and spin locks do
// not.
void LockUse::release(const Sync& sync, bool shared) {
  const auto is_it = [&](const Holder& holder) { return holder.lock == sync.object && holder.shared == shared; };
  auto found =
      std::ranges::find_if(held_, [&](const Holder& holder) { return is_it(holder) && holder.thread == sync.thread; });
  if (found == held_.end()) {
    found = std::ranges::find_if(held_, is_it);
    if (found != held_.end()) {
      const Holder holder = *found;
      held_.erase(found);
      const OperationKind kind = shared ? OperationKind::kReadWriteUnlock : OperationKind::kMutexUnlock;
      return report(side(sync, kind), taking(holder));
    }
  }
  if (found != held_.end()) {
    held_.erase(found);
  }
}

void LockUse::free(const Access& access) {
  const auto found =
      std::ranges::find_if(held_, [&](const Holder& holder) { return holder.lock - access.address < access.size; });
  if (found != held_.end()) {
    report({.thread = access.thread,
            .operation = operation_on(OperationKind::kFree, found->lock, access.site),
            .event = sink_->event()},
           taking(*found));
  }
  renew({.address = access.address, .size = access.size});
}

// What lies there now is held by nobody.
void LockUse::renew(MemoryRange range) {
  std::erase_if(held_, [range](const Holder& holder) { return holder.lock - range.address < range.size; });
}

void LockUse::wait(const Sync& sync) {
  if (sync.unowned) {
    renew({.address = sync.with, .size = 1});  // the wait releases it, whosever it is
    // Nobody's side: for the name of the mutex.
    report(side(sync, OperationKind::kConditionWait),
           {.operation = operation_on(OperationKind::kMutexUnlock, sync.with, {})});
  }
  const auto other = std::ranges::find_if(
      waiters_, [&sync](const Waiter& waiter) { return waiter.condition == sync.object && waiter.mutex != sync.with; });
  if (other != waiters_.end()) {
    report(side(sync, OperationKind::kConditionWait),
           {.thread = other->thread,
            .operation = operation_on(OperationKind::kConditionWait, other->condition, other->site),
            .event = other->event});
  }
  waiters_.push_back({.condition = sync.object,
                      .mutex = sync.with,
                      .thread = sync.thread,
                      .site = sync.site,
                      .event = sink_->event()});
}

void LockUse::end(const Sync& sync) {
  const auto held = std::ranges::find(held_, sync.thread, &Holder::thread);
  if (held != held_.end()) {
    // Its end will have an event.
    report({.thread = sync.thread, .operation = operation_on(OperationKind::kThreadEnd, held->lock, held->site)},
           taking(*held));
  }
}

void LockUse::report(const Fault::Side& last, const Fault::Side& earlier) {
  Fault fault = fault_of(kKinds[0]);
  fault.last() = last;
  fault.add(earlier);
  const OperationKind kind = last.operation.kind;
  const SiteId site = last.operation.site;
  const SiteId before = earlier.operation.site;
  // Of two waits with two mutexes, the same whoever waits first.
  const bool either_way = kind == OperationKind::kConditionWait && before < site;
  const std::uint64_t first = (either_way ? before : site).value;
  const std::uint64_t second = (either_way ? site : before).value;
  const bool is_alone = kind == OperationKind::kConditionWait && earlier.thread == kNoThread;
  const std::uint64_t what = combine(static_cast<std::uint64_t>(kind), is_alone ? 1 : 0);
  fault.signature = combine(combine(combine(hash_bytes(name(fault.kind)), what), first), second);
  if (std::ranges::find(reported_, fault.signature) == reported_.end()) {
    reported_.push_back(fault.signature);
    sink_->report(fault);
  }
}

// The operation says which fault it is.
void LockUse::say(Sentence& sentence, const Fault& fault) {
  sentence.thread(fault.last().thread);
  switch (fault.last().operation.kind) {
    case OperationKind::kMutexDestroy:
      if (fault.earlier().thread == kNoThread) {
        sentence.text(" destroys a lock that is held");
        return;
      }
      sentence.text(" destroys a lock that ").other_thread(fault).text(" holds");
      return;
    case OperationKind::kFree:
      sentence.text(" frees memory with a lock in it that ").other_thread(fault).text(" holds");
      return;
    case OperationKind::kConditionWait:
      if (fault.earlier().thread == kNoThread) {
        sentence.text(" waits for a condition with a mutex that it does not hold");
        return;
      }
      sentence.text(" waits for a condition with another mutex than ").thread(fault.earlier().thread);
      sentence.text(", which waits for the same condition");
      return;
    case OperationKind::kReadWriteUnlock:
    case OperationKind::kMutexUnlock:
      sentence.text(" releases a lock that ").thread(fault.earlier().thread).text(" holds");
      return;
    case OperationKind::kThreadEnd:
      sentence.text(" ends while it holds a lock");
      return;
    default:
      sentence.text(" locks a non-recursive mutex that it already holds");
      return;
  }
}

}  // namespace heddle
