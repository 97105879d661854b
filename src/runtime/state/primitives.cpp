#include "runtime/state/primitives.h"

#include <cstddef>
#include <cstring>

namespace heddle::runtime {
namespace {

bool holds_expected(const Thread& self) {
  unsigned char value[16] = {};
  const std::size_t size = self.pending.size <= sizeof value ? self.pending.size : sizeof value;
  std::memcpy(value, reinterpret_cast<const void*>(self.pending.address), size);
  return std::memcmp(value, &self.expected, size) == 0;
}

const Thread* by_mark(std::uint32_t mark) {
  return mark == 0 || mark > state().thread_count ? nullptr : &state().threads[mark - 1];
}

}  // namespace

bool will_succeed(const Thread& self) {
  if (self.granted == kTimeout) {
    return false;
  }
  switch (self.pending.kind) {
    case OperationKind::kAtomicCompareExchange:
      return holds_expected(self);
    case OperationKind::kMutexTryLock: {
      const auto& mutex = model_of<MutexModel>(self.object);
      return mutex.locked == 0 || (mutex.owner == owner_mark(self) && (mutex.kind & kMutexTypeMask) == kMutexRecursive);
    }
    case OperationKind::kSpinTryLock:
      return *static_cast<const int*>(self.object) == 0;
    case OperationKind::kTryReadLock: {
      const auto& lock = model_of<ReadWriteModel>(self.object);
      return lock.writer == 0 && lock.waiting == 0;
    }
    case OperationKind::kTryWriteLock: {
      const auto& lock = model_of<ReadWriteModel>(self.object);
      return lock.writer == 0 && lock.readers == 0;
    }
    case OperationKind::kSemaphoreTryWait:
      return model_of<SemaphoreModel>(self.object).value != 0;
    default:
      return true;
  }
}

const Thread* awaited_by(const Thread& waiting) {
  switch (waiting.pending.kind) {
    case OperationKind::kMutexLock:
    case OperationKind::kMutexTimedLock:
    case OperationKind::kConditionReacquire: {
      const auto& mutex = model_of<MutexModel>(waiting.object);
      return mutex.locked == 0 ? nullptr : by_mark(static_cast<std::uint32_t>(mutex.owner));
    }
    case OperationKind::kReadLock:
    case OperationKind::kTimedReadLock:
    case OperationKind::kWriteLock:
    case OperationKind::kTimedWriteLock:
      return by_mark(model_of<ReadWriteModel>(waiting.object).writer);
    case OperationKind::kThreadJoin:
      return waiting.status == Status::kBlocked ? static_cast<const Thread*>(waiting.object) : nullptr;
    default:
      return nullptr;
  }
}

}  // namespace heddle::runtime
