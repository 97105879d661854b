// What detectors that see every access are told of an execution of scripted threads.
#include "sim/machine.h"

namespace heddle::sim {

namespace {

// Synchronisation objects lie apart from variables and from each other.
constexpr std::uintptr_t kFirstObject = 0x100000;
constexpr std::uintptr_t kObjectsOfASort = 0x10000;
constexpr std::uintptr_t kObjectBytes = 64;

}  // namespace

void Machine::report(const Fault& fault) {
  if (options_.fault == 0) {
    if (wants_.sink != nullptr) {
      wants_.sink->report(fault);
    }
  } else if (fault.signature == options_.fault) {
    finish({.kind = OutcomeKind::kDetected, .thread = fault.last().thread, .fault = fault.signature});
  }
}

void Machine::suspect(const Suspect& suspect) {
  if (wants_.sink != nullptr) {
    wants_.sink->suspect(suspect);
  }
}

Access Machine::access_of(const Thread& thread, bool succeeded) const {
  const Operation& operation = thread.pending_.operation;
  Access access{.thread = thread.id_,
                .atomic = is_atomic_access(operation.kind),
                .order = operation.order,
                .address = program_.variables_[thread.pending_.object].address,
                .size = operation.size,
                .site = operation.site};
  switch (operation.kind) {
    case OperationKind::kWrite:
    case OperationKind::kAtomicStore:
      access.kind = AccessKind::kWrite;
      break;
    case OperationKind::kAtomicReadModifyWrite:
      access.kind = AccessKind::kUpdate;
      break;
    case OperationKind::kAtomicCompareExchange:
      access.kind = succeeded ? AccessKind::kUpdate : AccessKind::kRead;
      access.order = succeeded ? operation.order : operation.failure_order;
      break;
    default:
      access.kind = AccessKind::kRead;
      break;
  }
  return access;
}

void Machine::watch_access(const Thread& thread, bool succeeded) {
  if (watcher_ == nullptr) {
    return;
  }
  const Access access = access_of(thread, succeeded);
  for (const Thread& other : threads_) {
    if (&other != &thread && other.state_ == State::kParked &&
        other.pending_.operation.kind <= OperationKind::kAtomicCompareExchange) {
      watcher_->meet(access, access_of(other, /*succeeded=*/true));
    }
  }
  watcher_->access(access);
}

void Machine::watch(SyncKind kind, const Thread& thread, Sort sort, std::size_t index, bool attempted) {
  if (watcher_ != nullptr) {
    watcher_->synchronise(
        {.kind = kind,
         .thread = thread.id_,
         .attempted = attempted,
         .object = kFirstObject + static_cast<std::uintptr_t>(sort) * kObjectsOfASort + index * kObjectBytes,
         .site = thread.pending_.operation.site});
  }
}

void Machine::watch_thread(SyncKind kind, ThreadId thread, ThreadId other) {
  if (watcher_ != nullptr) {
    watcher_->synchronise({.kind = kind, .thread = thread, .other = other, .site = {}});
  }
}

void Machine::watch_fence(const Thread& thread) {
  if (watcher_ != nullptr) {
    const Operation& operation = thread.pending_.operation;
    watcher_->synchronise(
        {.kind = SyncKind::kFence, .thread = thread.id_, .order = operation.order, .site = operation.site});
  }
}

}  // namespace heddle::sim
