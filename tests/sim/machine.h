// One execution of a program of scripted threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <vector>

#include "core/event.h"
#include "core/outcome.h"
#include "engine/event_hash.h"
#include "engine/seam.h"
#include "engine/watcher.h"
#include "monitor/descriptors.h"
#include "sim/program.h"
#include "sim/thread.h"

namespace heddle::sim {

struct Options {
  bool spurious_wakeups = false;  // offer them, beside other alternatives
  std::uint64_t step_limit = 100'000;
  std::function<bool(const Operation&)> in_focus = nullptr;  // nothing: every operation is
  std::uint64_t fault = 0;  // the signature of one at which an execution ends; 0: faults are told to the controller
};

// The state of all objects and threads, what can happen next, and how it happens. Lives for one execution, so there is
// nothing to reset.
class Machine final : private FindingSink {
 public:
  // Nobody may watch.
  Machine(const Program& program, const Options& options, Controller& controller, const Wants& wants, Watcher* watcher);
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  Outcome run();

  // For Thread.
  [[nodiscard]] ObjectId name(Variable variable) const { return program_.variables_[variable.index].name; }
  [[nodiscard]] std::uint32_t size(Variable variable) const { return program_.variables_[variable.index].size; }
  [[nodiscard]] ObjectId name(Mutex mutex) const { return program_.mutexes_[mutex.index].name; }
  [[nodiscard]] ObjectId name(ReadWriteLock lock) const { return program_.read_write_locks_[lock.index]; }
  [[nodiscard]] ObjectId name(Condition condition) const { return program_.conditions_[condition.index]; }
  [[nodiscard]] ObjectId name(Semaphore semaphore) const { return program_.semaphores_[semaphore.index].name; }
  [[nodiscard]] ObjectId name(Barrier barrier) const { return program_.barriers_[barrier.index].name; }
  [[nodiscard]] Nanoseconds clock() const { return clock_; }
  [[nodiscard]] Nanoseconds read_clock() { return ++clock_; }
  ThreadId create(Thread& creator, Body body, SiteId site);
  [[nodiscard]] bool join(Thread& thread);  // false: it blocks
  void fail(const Thread& thread) { finish({.kind = OutcomeKind::kAssertion, .thread = thread.id_}); }

 private:
  using State = Thread::State;
  struct MutexState {
    ThreadId owner = kNoThread;
    std::uint32_t depth = 0;
  };
  struct ReadWriteState {
    ThreadId writer = kNoThread;
    std::uint32_t readers = 0;
  };

  // What can happen (machine.cpp).
  void add_thread(ThreadName name, Body body);
  void run_invisible();
  void end_thread(Thread& thread);
  // It has come to its next operation.
  void park(Thread& thread);
  void collect_choices();
  [[nodiscard]] std::size_t ask();
  [[nodiscard]] bool stays() const;
  [[nodiscard]] std::vector<Alternative> alternatives() const;
  void tell_stayed();
  void offer(const Thread& thread, Variant variant);
  void offer_alternatives(const Thread& thread);
  void take(Alternative alternative);
  void finish(const Outcome& outcome);
  void finish_nothing_enabled();
  [[nodiscard]] bool is_free(std::size_t mutex, ThreadId thread) const;
  [[nodiscard]] bool is_available(const Pending& pending, ThreadId thread) const;

  // How it happens (perform.cpp).
  void perform(Thread& thread, Variant variant);
  void perform_memory(Thread& thread);
  void perform_mutex(Thread& thread, Variant variant);
  void perform_read_write_lock(Thread& thread);
  void perform_condition(Thread& thread, Variant variant);
  void perform_semaphore(Thread& thread, Variant variant);
  void perform_barrier(Thread& thread);
  void perform_other(Thread& thread, Variant variant);
  void acquire(std::size_t mutex, const Thread& thread, bool attempted = false);
  [[nodiscard]] bool release(std::size_t mutex, const Thread& thread);
  void wake(std::size_t condition, std::size_t position, Wake reason);
  void observe(Thread& thread, Variant variant, bool visible, bool succeeded = true, ThreadId other = kNoThread);
  // The thread's operation is done: it goes on, in invisible code.
  void complete(Thread& thread, Value result);

  // What the watcher is told (watching.cpp), as the runtime tells it.
  void report(const Fault& fault) override;
  [[nodiscard]] EventNumber event() const override { return events_; }
  void suspect(const Suspect& suspect) override;
  enum class Sort : std::uint8_t { kMutex, kReadWriteLock, kCondition, kSemaphore, kBarrier };
  void watch_access(const Thread& thread, bool succeeded);
  [[nodiscard]] Access access_of(const Thread& thread, bool succeeded) const;
  void watch(SyncKind kind, const Thread& thread, Sort sort, std::size_t index, bool attempted = false);
  void watch_thread(SyncKind kind, ThreadId thread, ThreadId other = kNoThread);
  void watch_fence(const Thread& thread);

  const Program& program_;
  const Options& options_;
  Controller& controller_;
  Wants wants_;
  Watcher* watcher_;
  std::optional<DescriptorMatcher> matcher_;  // of what the controller seeks

  std::vector<Value> variables_;
  std::vector<MutexState> mutexes_;
  std::vector<ReadWriteState> read_write_locks_;
  std::vector<std::vector<ThreadId>> waiters_;  // of each condition variable, in order of arrival
  std::vector<Value> semaphores_;
  std::vector<std::vector<ThreadId>> arrived_;  // at each barrier
  Nanoseconds clock_ = 0;

  std::deque<Thread> threads_;  // by ThreadId; never moves one
  std::deque<ThreadId> runnable_;

  std::vector<Choice> choices_;
  int earliest_timeout_ = -1;
  std::uint32_t points_ = 0;
  // At so many more points the controller need not be asked, if they are like the one at which it was.
  std::uint32_t stays_for_ = 0;
  std::uint32_t stayed_for_ = 0;
  std::vector<Alternative> like_;
  std::uint64_t steps_ = 0;
  std::uint64_t events_ = 0;
  EventHash hash_;
  ThreadId last_ = kNoThread;
  bool last_yielded_ = false;
  std::uint32_t run_length_ = 0;
  std::uint32_t switches_ = 0;
  bool finished_ = false;
  Outcome outcome_;
};

}  // namespace heddle::sim
