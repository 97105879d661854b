#include "detectors/lock_use.h"

#include <algorithm>

#include "core/hash.h"

namespace heddle {

void LockUse::begin(FindingSink& sink) {
  sink_ = &sink;
  held_.clear();
  waiters_.clear();
  reported_.clear();
}

Operation LockUse::taking(const Holder& holder) {
  Operation operation;
  operation.kind = holder.shared ? OperationKind::kReadLock : OperationKind::kMutexLock;
  operation.address = holder.lock;
  operation.size = 1;
  operation.site = holder.site;
  return operation;
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
                       .site = sync.site});
      return;
    case SyncKind::kUnlock:
    case SyncKind::kUnlockShared:
      return release(sync, sync.kind == SyncKind::kUnlockShared);
    case SyncKind::kDestroyHeld: {
      const Holder* holder = holder_of(sync.object);
      const bool known = holder != nullptr;
      return report(OperationKind::kMutexDestroy, sync.thread, sync.object, sync.site,
                    known ? holder->thread : kNoThread, known ? taking(*holder) : Operation{});
    }
    case SyncKind::kRelock: {
      const Holder* holder = holder_of(sync.object);
      const bool known = holder != nullptr;
      return report(OperationKind::kMutexLock, sync.thread, sync.object, sync.site, known ? holder->thread : kNoThread,
                    known ? taking(*holder) : Operation{});
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
      return report(kind, sync.thread, sync.object, sync.site, holder.thread, taking(holder));
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
    report(OperationKind::kFree, access.thread, found->lock, access.site, found->thread, taking(*found));
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
    Operation mutex;                           // of nobody: for its name
    mutex.kind = OperationKind::kMutexUnlock;
    mutex.address = sync.with;
    mutex.size = 1;
    report(OperationKind::kConditionWait, sync.thread, sync.object, sync.site, kNoThread, mutex);
  }
  const auto other = std::ranges::find_if(
      waiters_, [&sync](const Waiter& waiter) { return waiter.condition == sync.object && waiter.mutex != sync.with; });
  if (other != waiters_.end()) {
    Operation before;
    before.kind = OperationKind::kConditionWait;
    before.address = other->condition;
    before.size = 1;
    before.site = other->site;
    report(OperationKind::kConditionWait, sync.thread, sync.object, sync.site, other->thread, before);
  }
  waiters_.push_back({.condition = sync.object, .mutex = sync.with, .thread = sync.thread, .site = sync.site});
}

void LockUse::end(const Sync& sync) {
  const auto held = std::ranges::find(held_, sync.thread, &Holder::thread);
  if (held != held_.end()) {
    report(OperationKind::kThreadEnd, sync.thread, held->lock, held->site, sync.thread, taking(*held));
  }
}

void LockUse::report(OperationKind kind, ThreadId thread, std::uintptr_t address, SiteId site, ThreadId other,
                     const Operation& before) {
  Fault fault;
  fault.kind = FindingKind::kLockMisuse;
  fault.last().thread = thread;
  fault.last().operation.kind = kind;
  fault.last().operation.address = address;
  fault.last().operation.size = 1;
  fault.last().operation.site = site;
  fault.add({.thread = other, .operation = before});
  // Of two waits with two mutexes, the same whoever waits first.
  const bool either_way = kind == OperationKind::kConditionWait && before.site < site;
  const std::uint64_t first = (either_way ? before.site : site).value;
  const std::uint64_t second = (either_way ? site : before.site).value;
  const std::uint64_t what =
      combine(static_cast<std::uint64_t>(kind), kind == OperationKind::kConditionWait && other == kNoThread ? 1 : 0);
  fault.signature = combine(combine(combine(static_cast<std::uint64_t>(fault.kind), what), first), second);
  if (std::ranges::find(reported_, fault.signature) == reported_.end()) {
    reported_.push_back(fault.signature);
    sink_->report(fault);
  }
}

}  // namespace heddle
