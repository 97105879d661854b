#include "runtime/schedule/misuse.h"

#include "runtime/machine/fatal.h"
#include "runtime/observe/outcome_text.h"
#include "runtime/program/heap.h"
#include "runtime/state/control.h"
#include "runtime/state/primitives.h"

namespace heddle::runtime {
namespace {

bool is_freed(const void* object) {
  BlockInfo block{};
  const auto address = reinterpret_cast<std::uintptr_t>(object);
  return in_heap(object) && heap_block(address, block) && block.freed;
}

Misuse of_mutex(const Thread& self) {
  const auto& mutex = model_of<MutexModel>(self.object);
  if (mutex.kind == kMutexDestroyed) {
    return Misuse::kDestroyed;
  }
  const bool plain = (mutex.kind & (kMutexTypeMask | kMutexRobust)) == 0;
  const bool own = mutex.locked != 0 && mutex.owner == owner_mark(self);
  return self.pending.kind == OperationKind::kMutexUnlock && plain && !own ? Misuse::kNotHeld : Misuse::kNone;
}

Misuse of_read_write(const Thread& self) {
  const auto& lock = model_of<ReadWriteModel>(self.object);
  if (lock.destroyed != 0) {
    return Misuse::kDestroyed;
  }
  const bool free = lock.readers == 0 && lock.writer == 0;
  return self.pending.kind == OperationKind::kReadWriteUnlock && free ? Misuse::kNotHeld : Misuse::kNone;
}

}  // namespace

Misuse misuse_of(const Thread& self) {
  const OperationKind kind = self.pending.kind;
  if (kind < OperationKind::kMutexLock || kind > OperationKind::kBarrierDestroy || self.object == nullptr) {
    return Misuse::kNone;
  }
  if (is_freed(self.object)) {
    return Misuse::kDestroyed;
  }
  if (kind <= OperationKind::kMutexDestroy) {
    return of_mutex(self);
  }
  if (kind <= OperationKind::kSpinUnlock) {
    const int value = *static_cast<const int*>(self.object);
    return kind == OperationKind::kSpinUnlock && value == 0 ? Misuse::kNotHeld : Misuse::kNone;
  }
  if (kind <= OperationKind::kReadWriteDestroy) {
    return of_read_write(self);
  }
  if (kind == OperationKind::kConditionReacquire) {
    return of_mutex(self);
  }
  bool destroyed = false;
  if (kind <= OperationKind::kConditionDestroy) {
    destroyed = model_of<ConditionModel>(self.object).destroyed != 0;
  } else if (kind <= OperationKind::kSemaphoreDestroy) {
    destroyed = model_of<SemaphoreModel>(self.object).destroyed != 0;
  } else {
    destroyed = model_of<BarrierModel>(self.object).destroyed != 0;
  }
  return destroyed ? Misuse::kDestroyed : Misuse::kNone;
}

namespace {

// Of a lock that the thread does not hold: of mutexes it is known whether anybody does.
const char* words_for(const Thread& self, Misuse misuse) {
  if (misuse != Misuse::kNotHeld) {
    return " of an object that was destroyed";
  }
  const bool held = self.pending.kind == OperationKind::kMutexUnlock && model_of<MutexModel>(self.object).locked != 0;
  return held ? " of a lock that another thread holds" : " of a lock that nobody holds";
}

}  // namespace

void end_by_misuse(const Thread& self, Misuse misuse) {
  char text[160];
  // All names are literals.
  const char* operation = name(self.pending.kind).data();  // NOLINT(bugprone-suspicious-stringview-data-usage)
  Line(text, sizeof text).text(operation).text(words_for(self, misuse));
  describe_outcome(text);
  note_fault_place(self.pending.site);
  end_execution(misuse == Misuse::kNotHeld ? OutcomeKind::kLockMisuse : OutcomeKind::kDestroyedPrimitive, 0, 0);
}

}  // namespace heddle::runtime
