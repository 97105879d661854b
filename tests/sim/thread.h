// What a scripted thread can do: the verbs of the scripts.
#pragma once

#include <coroutine>
#include <cstdint>
#include <functional>
#include <limits>
#include <source_location>
#include <type_traits>

#include "core/event.h"
#include "core/ids.h"
#include "core/operation.h"
#include "sim/program.h"
#include "sim/script.h"

namespace heddle::sim {

class Machine;

using Nanoseconds = std::uint64_t;  // virtual
inline constexpr Nanoseconds kNever = std::numeric_limits<Nanoseconds>::max();

// How a wait on a condition variable ended.
enum class Wake : std::uint8_t { kSignalled, kTimedOut, kSpurious };

// The operation a thread is parked before, with all it needs to be performed.
struct Pending {
  Operation operation;
  std::size_t object = 0;   // index of the variable, mutex, ...
  std::size_t mutex = 0;    // of a wait on a condition variable
  Value operand = 0;        // value to write; number of values of a choice; exit status; thread to join
  Nanoseconds timeout = 0;  // of a sleep
  Nanoseconds deadline = kNever;
  std::function<Value(Value)> update;  // of a read-modify-write
};

// Result of a verb: `co_await` parks the thread before the operation, and gives its result when it was performed.
template <typename Result>
class [[nodiscard]] Awaiting {
 public:
  Awaiting(const Value& result, bool ready) : result_(result), ready_(ready) {}
  [[nodiscard]] bool await_ready() const noexcept { return ready_; }
  void await_suspend(std::coroutine_handle<> /*handle*/) const noexcept {}
  Result await_resume() const {  // NOLINT(modernize-use-nodiscard): a result may be of no interest
    if constexpr (!std::is_void_v<Result>) {
      return static_cast<Result>(result_);
    }
  }

 private:
  const Value& result_;
  bool ready_;
};

// The place of a verb in the script is its site.
using Where = std::source_location;

// Not thread-safe, and needs not be: everything runs on one real thread.
class Thread {
 public:
  Thread(Machine& machine, ThreadId id, ThreadName name, Body body);
  Thread(const Thread&) = delete;
  Thread& operator=(const Thread&) = delete;

  // Memory.
  Awaiting<Value> read(Variable variable, Where where = Where::current());
  Awaiting<void> write(Variable variable, Value value, Where where = Where::current());
  // Orders are for detectors: executions are sequentially consistent.
  Awaiting<Value> atomic_load(Variable variable, MemoryOrder order = kStrongest, Where where = Where::current());
  Awaiting<void> atomic_store(Variable variable, Value value, MemoryOrder order = kStrongest,
                              Where where = Where::current());
  // Gives the value before.
  Awaiting<Value> atomic_update(Variable variable, std::function<Value(Value)> update, MemoryOrder order = kStrongest,
                                Where where = Where::current());
  Awaiting<bool> compare_exchange(Variable variable, Value expected, Value desired, MemoryOrder order = kStrongest,
                                  MemoryOrder failure_order = kStrongest, Where where = Where::current());
  Awaiting<void> fence(MemoryOrder order, Where where = Where::current());

  // Mutexes. The bool says whether it was got.
  Awaiting<void> lock(Mutex mutex, Where where = Where::current());
  Awaiting<bool> try_lock(Mutex mutex, Where where = Where::current());
  Awaiting<bool> timed_lock(Mutex mutex, Nanoseconds timeout, Where where = Where::current());
  Awaiting<void> unlock(Mutex mutex, Where where = Where::current());

  // Reader-writer locks.
  Awaiting<void> read_lock(ReadWriteLock lock, Where where = Where::current());
  Awaiting<void> write_lock(ReadWriteLock lock, Where where = Where::current());
  Awaiting<void> unlock(ReadWriteLock lock, Where where = Where::current());

  // Condition variables.
  Awaiting<Wake> wait(Condition condition, Mutex mutex, Where where = Where::current());
  Awaiting<Wake> timed_wait(Condition condition, Mutex mutex, Nanoseconds timeout, Where where = Where::current());
  Awaiting<void> signal(Condition condition, Where where = Where::current());
  Awaiting<void> broadcast(Condition condition, Where where = Where::current());

  // Semaphores and barriers; wait on a barrier gives true to the one that opens it.
  Awaiting<void> acquire(Semaphore semaphore, Where where = Where::current());
  Awaiting<bool> try_acquire(Semaphore semaphore, Where where = Where::current());
  Awaiting<bool> timed_acquire(Semaphore semaphore, Nanoseconds timeout, Where where = Where::current());
  Awaiting<void> post(Semaphore semaphore, Where where = Where::current());
  Awaiting<bool> wait(Barrier barrier, Where where = Where::current());

  // Threads: invisible. The new thread runs up to its first visible operation when this one is parked.
  ThreadId create(Body body, Where where = Where::current());
  Awaiting<void> join(ThreadId thread, Where where = Where::current());

  // Time and choice.
  Awaiting<void> yield(Where where = Where::current());
  Awaiting<void> sleep(Nanoseconds duration, Where where = Where::current());
  Awaiting<Value> choose(Value count, Where where = Where::current());
  [[nodiscard]] Nanoseconds now();  // never the same twice

  // Invisible: the thread fails when the condition is false.
  Awaiting<void> require(bool condition);
  // The whole program ends.
  Awaiting<void> exit(int status, Where where = Where::current());

 private:
  friend class Machine;

  static constexpr MemoryOrder kStrongest = MemoryOrder::kSequentiallyConsistent;

  enum class State : std::uint8_t {
    kRunnable,  // in invisible code, to be resumed
    kParked,    // before its pending operation
    kJoining,   // the thread it waits for has not ended
    kAtBarrier,
    kEnded,
  };

  Pending& park(OperationKind kind, ObjectId object, std::size_t index, Where where);
  Pending& park_at(Variable variable, OperationKind kind, Where where);
  Pending& park_at(Mutex mutex, OperationKind kind, Where where);
  Pending& park_at(ReadWriteLock lock, OperationKind kind, Where where);
  Pending& park_at(Condition condition, OperationKind kind, Where where);
  Pending& park_at(Semaphore semaphore, OperationKind kind, Where where);
  template <typename Result>
  Awaiting<Result> parked() {
    return {result_, false};
  }

  Machine& machine_;
  ThreadId id_;
  ThreadName name_;
  Body body_;  // before script_: the coroutine's captures live here
  Script script_;
  State state_ = State::kRunnable;
  bool started_ = false;
  Pending pending_;
  std::uint32_t sought_ = 0;  // as Choice has it
  Value result_ = 0;
  std::uint32_t events_ = 0;
  std::uint32_t children_ = 0;
};

}  // namespace heddle::sim
