// How each operation changes the machine.
#include <algorithm>
#include <cassert>

#include "sim/machine.h"

namespace heddle::sim {

void Machine::observe(Thread& thread, Variant variant, bool visible, bool succeeded, ThreadId other) {
  const bool waits = is_condition_wait(thread.pending_.operation.kind);
  const Event event{.thread = thread.id_,
                    .thread_name = thread.name_,
                    .ordinal = thread.events_++,
                    .variant = variant,
                    .visible = visible,
                    .succeeded = succeeded,
                    .operation = thread.pending_.operation,
                    .other = other,
                    .also = waits ? name(Mutex{thread.pending_.mutex}) : ObjectId{}};
  ++events_;
  hash_.add(event);
  if (wants_.watch != Watch::kNothing) {
    controller_.observe(event);
  }
}

void Machine::complete(Thread& thread, Value result) {
  thread.result_ = result;
  thread.state_ = State::kRunnable;
  runnable_.push_back(thread.id_);
}

void Machine::perform(Thread& thread, Variant variant) {
  switch (thread.pending_.operation.kind) {
    case OperationKind::kRead:
    case OperationKind::kWrite:
    case OperationKind::kAtomicLoad:
    case OperationKind::kAtomicStore:
    case OperationKind::kAtomicReadModifyWrite:
    case OperationKind::kAtomicCompareExchange:
      return perform_memory(thread);
    case OperationKind::kMutexLock:
    case OperationKind::kMutexTryLock:
    case OperationKind::kMutexTimedLock:
    case OperationKind::kMutexUnlock:
      return perform_mutex(thread, variant);
    case OperationKind::kReadLock:
    case OperationKind::kWriteLock:
    case OperationKind::kReadWriteUnlock:
      return perform_read_write_lock(thread);
    case OperationKind::kConditionWait:
    case OperationKind::kConditionWake:
    case OperationKind::kConditionReacquire:
    case OperationKind::kConditionSignal:
    case OperationKind::kConditionBroadcast:
      return perform_condition(thread, variant);
    case OperationKind::kSemaphoreWait:
    case OperationKind::kSemaphoreTryWait:
    case OperationKind::kSemaphoreTimedWait:
    case OperationKind::kSemaphorePost:
      return perform_semaphore(thread, variant);
    case OperationKind::kBarrierWait:
      return perform_barrier(thread);
    default:
      return perform_other(thread, variant);
  }
}

void Machine::perform_memory(Thread& thread) {
  const Pending& pending = thread.pending_;
  Value& cell = variables_[pending.object];
  const Value before = cell;
  Value result = before;
  bool succeeded = true;
  switch (pending.operation.kind) {
    case OperationKind::kWrite:
    case OperationKind::kAtomicStore:
      cell = pending.operand;
      break;
    case OperationKind::kAtomicReadModifyWrite:
      cell = pending.update(before);
      break;
    case OperationKind::kAtomicCompareExchange:
      succeeded = before == pending.operand;
      cell = succeeded ? pending.update(before) : before;
      result = succeeded ? 1 : 0;
      break;
    default:
      break;
  }
  observe(thread, kProceed, true, succeeded);
  watch_access(thread, succeeded);
  complete(thread, result);
}

void Machine::acquire(std::size_t mutex, const Thread& thread, bool attempted) {
  mutexes_[mutex].owner = thread.id_;
  if (++mutexes_[mutex].depth == 1) {
    watch(SyncKind::kLock, thread, Sort::kMutex, mutex, attempted);
  }
}

// False: it was not the thread's to release.
bool Machine::release(std::size_t mutex, const Thread& thread) {
  MutexState& state = mutexes_[mutex];
  if (state.owner != thread.id_) {
    return false;
  }
  if (--state.depth == 0) {
    state.owner = kNoThread;
    watch(SyncKind::kUnlock, thread, Sort::kMutex, mutex);
  }
  return true;
}

void Machine::perform_mutex(Thread& thread, Variant variant) {
  const std::size_t mutex = thread.pending_.object;
  bool succeeded = false;
  if (thread.pending_.operation.kind == OperationKind::kMutexUnlock) {
    succeeded = release(mutex, thread);
  } else if (variant != kTimeout && is_free(mutex, thread.id_)) {
    acquire(mutex, thread, thread.pending_.operation.kind != OperationKind::kMutexLock);
    succeeded = true;
  }
  observe(thread, variant, true, succeeded);
  complete(thread, succeeded ? 1 : 0);
}

void Machine::perform_read_write_lock(Thread& thread) {
  const std::size_t index = thread.pending_.object;
  ReadWriteState& lock = read_write_locks_[index];
  bool succeeded = true;
  if (thread.pending_.operation.kind == OperationKind::kReadLock) {
    ++lock.readers;
    watch(SyncKind::kLockShared, thread, Sort::kReadWriteLock, index);
  } else if (thread.pending_.operation.kind == OperationKind::kWriteLock) {
    lock.writer = thread.id_;
    watch(SyncKind::kLock, thread, Sort::kReadWriteLock, index);
  } else if (lock.writer == thread.id_) {
    lock.writer = kNoThread;
    watch(SyncKind::kUnlock, thread, Sort::kReadWriteLock, index);
  } else if (lock.readers != 0) {
    --lock.readers;
    watch(SyncKind::kUnlockShared, thread, Sort::kReadWriteLock, index);
  } else {
    succeeded = false;
  }
  observe(thread, kProceed, true, succeeded);
  complete(thread, succeeded ? 1 : 0);
}

// Out of the queue. Only the mutex is missing now, and taking it is a step of its own.
void Machine::wake(std::size_t condition, std::size_t position, Wake reason) {
  std::vector<ThreadId>& queue = waiters_[condition];
  Thread& waiter = threads_[queue[position].value];
  queue.erase(queue.begin() + static_cast<std::ptrdiff_t>(position));
  waiter.pending_.operation.kind = OperationKind::kConditionReacquire;
  waiter.pending_.deadline = kNever;
  waiter.result_ = static_cast<Value>(reason);
}

void Machine::perform_condition(Thread& thread, Variant variant) {
  Pending& pending = thread.pending_;
  std::vector<ThreadId>& queue = waiters_[pending.object];
  switch (pending.operation.kind) {
    case OperationKind::kConditionWait: {
      const bool held = release(pending.mutex, thread);
      assert(mutexes_[pending.mutex].owner != thread.id_ && "a wait releases one level only");
      observe(thread, variant, true, held);
      queue.push_back(thread.id_);
      pending.operation.kind = OperationKind::kConditionWake;
      break;
    }
    case OperationKind::kConditionWake: {
      observe(thread, variant, true, false);
      const auto position = std::ranges::find(queue, thread.id_) - queue.begin();
      wake(pending.object, static_cast<std::size_t>(position), variant == kTimeout ? Wake::kTimedOut : Wake::kSpurious);
      break;
    }
    case OperationKind::kConditionReacquire:
      acquire(pending.mutex, thread);
      observe(thread, variant, true);
      complete(thread, thread.result_);
      break;
    case OperationKind::kConditionSignal:
      observe(thread, variant, true);
      if (!queue.empty()) {
        wake(pending.object, variant, Wake::kSignalled);
      }
      complete(thread, 0);
      break;
    default:
      observe(thread, variant, true);
      while (!queue.empty()) {
        wake(pending.object, 0, Wake::kSignalled);
      }
      complete(thread, 0);
      break;
  }
}

void Machine::perform_semaphore(Thread& thread, Variant variant) {
  Value& value = semaphores_[thread.pending_.object];
  bool succeeded = true;
  if (thread.pending_.operation.kind == OperationKind::kSemaphorePost) {
    watch(SyncKind::kSend, thread, Sort::kSemaphore, thread.pending_.object);
    ++value;
  } else if (variant != kTimeout && value > 0) {
    --value;
    watch(SyncKind::kReceive, thread, Sort::kSemaphore, thread.pending_.object);
  } else {
    succeeded = false;
  }
  observe(thread, variant, true, succeeded);
  complete(thread, succeeded ? 1 : 0);
}

// The last one to arrive opens the barrier, and the others are through with that same step.
void Machine::perform_barrier(Thread& thread) {
  const std::size_t barrier = thread.pending_.object;
  std::vector<ThreadId>& arrived = arrived_[barrier];
  observe(thread, kProceed, true);
  watch(SyncKind::kSend, thread, Sort::kBarrier, barrier);
  if (arrived.size() + 1 < program_.barriers_[barrier].count) {
    arrived.push_back(thread.id_);
    thread.state_ = State::kAtBarrier;
    return;
  }
  complete(thread, 1);
  for (const ThreadId waiter : arrived) {
    complete(threads_[waiter.value], 0);
    watch(SyncKind::kReceive, threads_[waiter.value], Sort::kBarrier, barrier);
  }
  arrived.clear();
  watch(SyncKind::kReceive, thread, Sort::kBarrier, barrier);
  watch(SyncKind::kDestroy, thread, Sort::kBarrier, barrier);  // the next round knows nothing of this one
}

void Machine::perform_other(Thread& thread, Variant variant) {
  const Pending& pending = thread.pending_;
  observe(thread, variant, true);
  switch (pending.operation.kind) {
    case OperationKind::kFence:
      watch_fence(thread);
      break;
    case OperationKind::kSleep:
      clock_ += pending.timeout;
      break;
    case OperationKind::kProcessExit:
      finish({.kind = pending.operand == 0 ? OutcomeKind::kPassed : OutcomeKind::kExit,
              .thread = pending.operand == 0 ? kNoThread : thread.id_,
              .exit_status = static_cast<std::int32_t>(pending.operand)});
      return;
    default:
      break;
  }
  complete(thread, variant);
}

}  // namespace heddle::sim
