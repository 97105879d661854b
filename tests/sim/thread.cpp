#include "sim/thread.h"

#include <utility>

#include "sim/machine.h"

namespace heddle::sim {

namespace {

// Line and column are enough to tell places apart: a scripted program stands in one file.
SiteId site(Where where) { return {std::uint64_t{where.line()} * 1000 + where.column()}; }

}  // namespace

Thread::Thread(Machine& machine, ThreadId id, ThreadName name, Body body)
    : machine_(machine), id_(id), name_(name), body_(std::move(body)), script_(body_(*this)) {}

Pending& Thread::park(OperationKind kind, ObjectId object, std::size_t index, Where where) {
  pending_ = Pending{};
  pending_.operation.kind = kind;
  pending_.operation.site = site(where);
  pending_.operation.object = object;
  pending_.object = index;
  state_ = State::kParked;
  return pending_;
}

Pending& Thread::park_at(Variable variable, OperationKind kind, Where where) {
  Pending& pending = park(kind, machine_.name(variable), variable.index, where);
  pending.operation.size = machine_.size(variable);
  return pending;
}

Pending& Thread::park_at(Mutex mutex, OperationKind kind, Where where) {
  return park(kind, machine_.name(mutex), mutex.index, where);
}

Pending& Thread::park_at(ReadWriteLock lock, OperationKind kind, Where where) {
  return park(kind, machine_.name(lock), lock.index, where);
}

Pending& Thread::park_at(Condition condition, OperationKind kind, Where where) {
  return park(kind, machine_.name(condition), condition.index, where);
}

Pending& Thread::park_at(Semaphore semaphore, OperationKind kind, Where where) {
  return park(kind, machine_.name(semaphore), semaphore.index, where);
}

Awaiting<Value> Thread::read(Variable variable, Where where) {
  park_at(variable, OperationKind::kRead, where);
  return parked<Value>();
}

Awaiting<void> Thread::write(Variable variable, Value value, Where where) {
  park_at(variable, OperationKind::kWrite, where).operand = value;
  return parked<void>();
}

Awaiting<Value> Thread::atomic_load(Variable variable, MemoryOrder order, Where where) {
  park_at(variable, OperationKind::kAtomicLoad, where).operation.order = order;
  return parked<Value>();
}

Awaiting<void> Thread::atomic_store(Variable variable, Value value, MemoryOrder order, Where where) {
  Pending& pending = park_at(variable, OperationKind::kAtomicStore, where);
  pending.operation.order = order;
  pending.operand = value;
  return parked<void>();
}

Awaiting<Value> Thread::atomic_update(Variable variable, std::function<Value(Value)> update, MemoryOrder order,
                                      Where where) {
  Pending& pending = park_at(variable, OperationKind::kAtomicReadModifyWrite, where);
  pending.operation.order = order;
  pending.update = std::move(update);
  return parked<Value>();
}

Awaiting<bool> Thread::compare_exchange(Variable variable, Value expected, Value desired, MemoryOrder order,
                                        MemoryOrder failure_order, Where where) {
  Pending& pending = park_at(variable, OperationKind::kAtomicCompareExchange, where);
  pending.operation.order = order;
  pending.operation.failure_order = failure_order;
  pending.operand = expected;
  pending.update = [desired](Value /*before*/) { return desired; };
  return parked<bool>();
}

Awaiting<void> Thread::fence(MemoryOrder order, Where where) {
  park(OperationKind::kFence, {}, 0, where).operation.order = order;
  return parked<void>();
}

Awaiting<void> Thread::lock(Mutex mutex, Where where) {
  park_at(mutex, OperationKind::kMutexLock, where);
  return parked<void>();
}

Awaiting<bool> Thread::try_lock(Mutex mutex, Where where) {
  park_at(mutex, OperationKind::kMutexTryLock, where);
  return parked<bool>();
}

Awaiting<bool> Thread::timed_lock(Mutex mutex, Nanoseconds timeout, Where where) {
  park_at(mutex, OperationKind::kMutexTimedLock, where).deadline = machine_.clock() + timeout;
  return parked<bool>();
}

Awaiting<void> Thread::unlock(Mutex mutex, Where where) {
  park_at(mutex, OperationKind::kMutexUnlock, where);
  return parked<void>();
}

Awaiting<void> Thread::read_lock(ReadWriteLock lock, Where where) {
  park_at(lock, OperationKind::kReadLock, where);
  return parked<void>();
}

Awaiting<void> Thread::write_lock(ReadWriteLock lock, Where where) {
  park_at(lock, OperationKind::kWriteLock, where);
  return parked<void>();
}

Awaiting<void> Thread::unlock(ReadWriteLock lock, Where where) {
  park_at(lock, OperationKind::kReadWriteUnlock, where);
  return parked<void>();
}

Awaiting<Wake> Thread::wait(Condition condition, Mutex mutex, Where where) {
  park_at(condition, OperationKind::kConditionWait, where).mutex = mutex.index;
  return parked<Wake>();
}

Awaiting<Wake> Thread::timed_wait(Condition condition, Mutex mutex, Nanoseconds timeout, Where where) {
  Pending& pending = park_at(condition, OperationKind::kConditionWait, where);
  pending.mutex = mutex.index;
  pending.deadline = machine_.clock() + timeout;
  return parked<Wake>();
}

Awaiting<void> Thread::signal(Condition condition, Where where) {
  park_at(condition, OperationKind::kConditionSignal, where);
  return parked<void>();
}

Awaiting<void> Thread::broadcast(Condition condition, Where where) {
  park_at(condition, OperationKind::kConditionBroadcast, where);
  return parked<void>();
}

Awaiting<void> Thread::acquire(Semaphore semaphore, Where where) {
  park_at(semaphore, OperationKind::kSemaphoreWait, where);
  return parked<void>();
}

Awaiting<bool> Thread::try_acquire(Semaphore semaphore, Where where) {
  park_at(semaphore, OperationKind::kSemaphoreTryWait, where);
  return parked<bool>();
}

Awaiting<bool> Thread::timed_acquire(Semaphore semaphore, Nanoseconds timeout, Where where) {
  park_at(semaphore, OperationKind::kSemaphoreTimedWait, where).deadline = machine_.clock() + timeout;
  return parked<bool>();
}

Awaiting<void> Thread::post(Semaphore semaphore, Where where) {
  park_at(semaphore, OperationKind::kSemaphorePost, where);
  return parked<void>();
}

Awaiting<bool> Thread::wait(Barrier barrier, Where where) {
  park(OperationKind::kBarrierWait, machine_.name(barrier), barrier.index, where);
  return parked<bool>();
}

ThreadId Thread::create(Body body, Where where) { return machine_.create(*this, std::move(body), site(where)); }

Awaiting<void> Thread::join(ThreadId thread, Where where) {
  park(OperationKind::kThreadJoin, {}, thread.value, where);
  return {result_, machine_.join(*this)};
}

Awaiting<void> Thread::yield(Where where) {
  park(OperationKind::kYield, {}, 0, where);
  return parked<void>();
}

Awaiting<void> Thread::sleep(Nanoseconds duration, Where where) {
  park(OperationKind::kSleep, {}, 0, where).timeout = duration;
  return parked<void>();
}

Awaiting<Value> Thread::choose(Value count, Where where) {
  park(OperationKind::kChoose, {}, 0, where).operand = count;
  return parked<Value>();
}

Nanoseconds Thread::now() { return machine_.read_clock(); }

Awaiting<void> Thread::require(bool condition) {
  if (!condition) {
    machine_.fail(*this);
  }
  return {result_, condition};
}

Awaiting<void> Thread::exit(int status, Where where) {
  park(OperationKind::kProcessExit, {}, 0, where).operand = status;
  return parked<void>();
}

}  // namespace heddle::sim
